/// One verb of the command line: a file in `Commands` and a line in `Commands.all`.
///
/// Only the command that runs is made, so that a start does not pay for the help of all the others.
protocol Command: Sendable {
  /// What is typed.
  static var name: String { get }
  /// A line of the list of commands; lower case, no full stop.
  static var summary: String { get }
  /// What follows the name, once per way to call it.
  var synopsis: [String] { get }
  /// Paragraphs of help, each a line of at most 100 characters or several.
  var details: [String] { get }
  /// In the order of the help; `--help` is understood by every command.
  var options: [OptionSpec] { get }
  /// Command lines and what they do.
  var examples: [(line: String, meaning: String)] { get }

  init()

  /// Does the work. Throws `UsageError` for a wrong command line and `PushImageError` when the tool cannot work.
  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus
}
