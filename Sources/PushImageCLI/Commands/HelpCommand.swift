/// `pushimage help`.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "explain the program or one command"
  let synopsis = ["[COMMAND]"]
  let details: [String] = []
  let options: [OptionSpec] = []
  let examples = [(line: "pushimage help check", meaning: "what check takes, answers and returns")]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    guard let name = arguments.operands.first else {
      try console.write(HelpText.overview)
      return .success
    }
    guard arguments.operands.count == 1 else { throw UsageError("help takes one command") }
    try console.write(HelpText.text(for: Commands.command(name.text)))
    return .success
  }
}
