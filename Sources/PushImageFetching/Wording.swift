extension Int {
  /// With thousands separators, as messages write it: `26,214,400`.
  var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// Cut where a message would become unreadable; signed URLs are long.
  var shortened: String { count > 200 ? "\(prefix(200))…" : self }
}
