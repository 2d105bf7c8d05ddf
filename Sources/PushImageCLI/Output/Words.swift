import PushImage

extension Verdict {
  /// As people read it.
  var words: String {
    switch self {
    case .accepted: "accepted"
    case .atRisk: "at risk"
    case .undetermined: "undetermined"
    case .rejected: "rejected"
    }
  }
}

extension String {
  /// Filled with spaces on the right to at least `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  /// With everything made visible that could steer a terminal or make one name look like another: control characters,
  /// line and paragraph separators, direction marks and overrides, invisible characters. As `\n` or `\u{202E}`.
  var visible: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHidden {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    // Format covers the direction controls, zero-width characters and tags; a joiner inside an emoji is shown too.
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    default: return false
    }
  }
}
