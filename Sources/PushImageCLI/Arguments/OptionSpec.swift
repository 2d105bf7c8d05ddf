/// One option of a command, declared once for the parser and the help.
struct OptionSpec: Sendable, Hashable {
  /// Without the dashes.
  let name: String
  /// The letter of its short form.
  let short: Character?
  /// What the value is called in the help; nil for a switch.
  let placeholder: String?
  /// Lines of help; lower case, no full stop at the end.
  let summary: [String]

  init(_ name: String, short: Character? = nil, _ placeholder: String? = nil, _ summary: String...) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.summary = summary
  }

  /// Whether a value follows.
  var takesValue: Bool { placeholder != nil }

  static func == (left: OptionSpec, right: OptionSpec) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
