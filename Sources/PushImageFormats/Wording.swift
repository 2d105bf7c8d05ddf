// How numbers are written in messages, once for every target.

extension BinaryInteger {
  /// Decimal digits in groups of three: `10,485,760`.
  package var grouped: String {
    var digits = String(magnitude)
    var place = digits.utf8.count - 3
    while place > 0 {
      digits.insert(",", at: digits.utf8.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return self < 0 ? "-" + digits : digits
  }
}

/// `1 frame`, `12,345 frames`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }
