/// Words shared by the messages of JPEG findings.
enum JPEGText {
  /// `1,234,567`.
  static func number(_ value: Int) -> String {
    var digits = String(value)
    var place = digits.utf8.count - 3
    while place > (value < 0 ? 1 : 0) {
      digits.insert(",", at: digits.utf8.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  /// `1 byte`, `12,345 bytes`.
  static func bytes(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "byte" : "bytes")" }
}
