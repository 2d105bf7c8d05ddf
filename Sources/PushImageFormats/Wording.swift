/// How numbers are written in messages.
extension Int {
  /// `10,485,760`.
  package var grouped: String {
    var digits = String(magnitude)
    var place = digits.utf8.count - 3
    while place > 0 {
      digits.insert(",", at: digits.utf8.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return self < 0 ? "-" + digits : digits
  }

  /// `1 byte`, `12,345 bytes`.
  package var bytesInWords: String { "\(grouped) \(self == 1 ? "byte" : "bytes")" }
}
