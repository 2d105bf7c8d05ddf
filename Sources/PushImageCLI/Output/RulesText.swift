import PushImage

/// The catalogue for people.
struct RulesText {
  let selection: RuleSelection

  var text: String {
    let kinds = selection.kinds.map(text)
    let platforms = selection.platforms.map(text)
    return (kinds + platforms).joined(separator: "\n")
  }

  private func text(_ kind: Finding.Kind) -> String {
    var facts = [kind.severity.rawValue]
    if kind.integrity != .intact { facts.append("file is \(kind.integrity.rawValue)") }
    if let code = kind.unError { facts.append("UNErrorDomain \(code)") }
    return """
      \(kind.id) (\(facts.joined(separator: ", ")))
        \(kind.meaning)
        \(kind.remedy)
        \(kind.reference)

      """
  }

  private func text(_ platform: Platform) -> String {
    var lines = ["platform \(platform.id): \(platform.title)"]
    for name in platform.formats.keys.sorted() {
      lines.append("  format \(name.padded(to: 6)) \(platform.formats[name]?.words ?? "")")
    }
    for limit in platform.limits {
      lines.append(
        "  \(limit.key.rawValue.padded(to: 24)) \(limit.valueText) \(limit.unit.rawValue), \(limit.evidence.rawValue)")
      lines.append("    \(limit.kind.id), \(limit.source)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Limit {
  fileprivate var valueText: String { Int(exactly: value)?.grouped ?? "\(value)" }
}
