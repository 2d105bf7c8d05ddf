/// The commands, in the order in which the help lists them.
enum Commands {
  /// One line per command.
  static let all: [any Command.Type] = [
    CheckCommand.self,
    PrepareCommand.self,
    PreflightCommand.self,
    RulesCommand.self,
    VersionCommand.self,
    HelpCommand.self,
  ]

  /// The command of a name.
  static func command(_ name: String) throws(UsageError) -> any Command {
    for command in all where command.name == name { return make(command) }
    let hint = NearestName.suggestion(for: name, among: all.map { $0.name })
    throw UsageError("unknown command '\(name.visible)'\(hint)")
  }

  // A function of its own: opening the type inside a function with a typed throw crashes the 6.3.1 compiler.
  private static func make(_ command: any Command.Type) -> any Command { command.init() }

  /// The command that the arguments name, and the arguments left for it.
  static func select(_ arguments: [FilePath]) throws(UsageError) -> (any Command, [FilePath]) {
    guard let first = arguments.first else {
      throw UsageError("no command\n\(HelpText.shortUsage)")
    }
    switch first.text {
    case "--help", "-h": return (HelpCommand(), Array(arguments.dropFirst()))
    case "--version", "-V": return (VersionCommand(), Array(arguments.dropFirst()))
    case let text where text.hasPrefix("-"):
      throw UsageError("unknown option '\(text.visible)'; options follow the command")
    case let text:
      return (try command(text), Array(arguments.dropFirst()))
    }
  }
}
