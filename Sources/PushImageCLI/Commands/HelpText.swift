import PushImage

/// The help, laid out from what the commands declare.
enum HelpText {
  /// What is shown to somebody who typed nothing.
  static let shortUsage = """
    usage: pushimage check INPUT…
           pushimage prepare INPUT… --output DIR
           pushimage help
    """

  /// `pushimage help`.
  static var overview: String {
    var lines = [
      "pushimage \(PushImageVersion.current): will this picture be shown in a push notification?", "",
      "usage: pushimage COMMAND [options] [arguments]", "",
    ]
    lines += Commands.all.map { "  \($0.name.padded(to: 10)) \($0.summary)" }
    lines += ["", "exit status:"] + exitStatuses
    lines += [
      "", "examples:",
      "  pushimage check hero.png                        judge one picture for iOS and Android",
      "  pushimage check pictures --format jsonl         judge a folder, one line of JSON per picture",
      "  pushimage prepare pictures --output ready       write what passes under the right names",
      "", "'pushimage help COMMAND' tells more.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// `pushimage help COMMAND`.
  static func text(for command: any Command) -> String {
    var lines: [String] = []
    for (index, synopsis) in command.synopsis.enumerated() {
      lines.append("\(index == 0 ? "usage: " : "       ")pushimage \(type(of: command).name) \(synopsis)".trimmedRight)
    }
    lines += ["", "\(type(of: command).summary.capitalizedFirst)."]
    for paragraph in command.details { lines += ["", paragraph] }
    lines += ["", "options:"] + (command.options + [.help]).flatMap(lines(for:))
    lines += ["", "exit status:"] + exitStatuses
    if !command.examples.isEmpty {
      let width = command.examples.map(\.line.count).max() ?? 0
      lines += ["", "examples:"]
      lines += command.examples.map { "  \($0.line.padded(to: width))   \($0.meaning)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let exitStatuses = [
    "  0    everything is accepted, or at risk",
    "  1    something is rejected (with --strict also when it is at risk)",
    "  2    the command line is wrong",
    "  3    something could not be checked or written: unreadable, undetermined, network (outranks 1)",
    "  4    internal error",
    "  130  interrupted",
  ]

  private static func lines(for option: OptionSpec) -> [String] {
    let short = option.short.map { "-\($0), " } ?? "    "
    let head = "  \(short)--\(option.name)\(option.placeholder.map { " \($0)" } ?? "")"
    let column = 28
    var lines = option.summary.map { String(repeating: " ", count: column) + $0 }
    if head.count < column, let first = option.summary.first {
      lines[0] = head.padded(to: column) + first
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  fileprivate var trimmedRight: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
