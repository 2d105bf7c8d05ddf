import PushImage
struct PrepareCommand: Command {
  let name = "prepare"
  let summary = "x"
  let synopsis = [""]
  let details: [String] = []
  let options: [OptionSpec] = []
  let examples: [(line: String, meaning: String)] = []
  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus { .success }
}
