/// Words shared by the messages of PNG findings.
enum PNGText {
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

  /// `1 byte`, `12,345 rows`.
  static func count(_ value: Int, _ noun: String) -> String { "\(number(value)) \(noun)\(value == 1 ? "" : "s")" }

  /// `640 x 480`.
  static func size(_ width: Int, _ height: Int) -> String { "\(number(width)) x \(number(height))" }
}
