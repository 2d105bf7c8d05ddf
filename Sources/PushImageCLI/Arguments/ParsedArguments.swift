/// A command line, sorted into options and operands.
struct ParsedArguments: Sendable {
  /// In the order given; switches have no value.
  private(set) var given: [(name: String, value: FilePath?)] = []
  /// What is no option, in the order given.
  private(set) var operands: [FilePath] = []

  mutating func add(_ option: OptionSpec, _ value: FilePath?) { given.append((option.name, value)) }

  mutating func add(operand: FilePath) { operands.append(operand) }

  /// Whether the option was given.
  func has(_ option: OptionSpec) -> Bool { given.contains { $0.name == option.name } }

  /// Every value of a repeatable option.
  func values(_ option: OptionSpec) -> [FilePath] { given.compactMap { $0.name == option.name ? $0.value : nil } }

  /// The value as bytes; the last one wins.
  func path(_ option: OptionSpec) -> FilePath? { values(option).last }

  /// The value as text; the last one wins.
  func text(_ option: OptionSpec) -> String? { path(option)?.text }

  /// The value as one of the cases of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: OptionSpec, default: Choice
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let text = text(option) else { return `default` }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let hint = NearestName.suggestion(for: text, among: known)
    throw UsageError("--\(option.name) is one of \(known.joined(separator: ", ")), not '\(text)'\(hint)")
  }

  /// The value as a whole number of `range`.
  func number(_ option: OptionSpec, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = text(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option.name) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}
