/// The commands, in the order in which the help lists them.
enum Commands {
  /// One line per command.
  static var all: [any Command] {
    [
      CheckCommand(),
      PrepareCommand(),
      RulesCommand(),
      VersionCommand(),
      HelpCommand(),
    ]
  }

  /// The command of a name.
  static func command(_ name: String) throws(UsageError) -> any Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let hint = NearestName.suggestion(for: name, among: all.map(\.name))
    throw UsageError("unknown command '\(name.visible)'\(hint)")
  }

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
