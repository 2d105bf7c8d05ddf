import PushImageFormats

extension Double {
  /// Whole numbers in groups of three, others with as few digits as they need, at most `places` after the point.
  func grouped(places: Int = 2) -> String {
    guard let whole = Int(exactly: rounded(.towardZero)) else { return "\(self)" }
    if Double(whole) == self { return whole.grouped }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((magnitude - Double(whole.magnitude)) * Double(scale) + 0.5)
    // Rounding may carry into the whole part: 1.999 to two places is 2.
    let carried = whole.magnitude + UInt(scaled / scale)
    var fraction = String(scaled % scale)
    fraction = String(repeating: "0", count: places - fraction.utf8.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let sign = self < 0 ? "-" : ""
    return fraction.isEmpty ? sign + carried.grouped : "\(sign)\(carried.grouped).\(fraction)"
  }
}

/// A stranger's text as messages show it: in quotation marks, cut short, nothing in it that could steer a terminal.
package func quoted(_ text: String, maxScalarCount: Int = 80) -> String {
  var shown = "\""
  for scalar in text.unicodeScalars.prefix(maxScalarCount) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
      shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown + (text.unicodeScalars.count > maxScalarCount ? "…\"" : "\"")
}
