import PushImage
import PushImageFetching

/// `pushimage preflight`.
struct PreflightCommand: Command {
  static let name = "preflight"
  static let summary = "read a campaign's payload, fetch its pictures as phones would, and say who sees them"
  let synopsis = ["PAYLOAD… [options]", "--pinned REPORT [options]"]
  let details = [
    """
    PAYLOAD is a file of JSON, or '-' for standard input: one message, an array of them, or JSON Lines.
    What a sender's API takes and what a device gets are both understood; 'pushimage preflight --help'
    lists the forms below. Every URL is fetched once, and once more as each kind of device asks.
    """,
    """
    For each picture the result says what each client on a device does with it: shown, not shown, or at
    risk; at which step; under which file name; and with which UNErrorDomain code. That the app has a
    notification service extension, and that it calls the client, is assumed.
    """,
    """
    --pinned REPORT takes what an earlier run wrote as jsonl, fetches its URLs again, and says which
    serve other bytes now.
    """,
    """
    --prepare DIR --public-base URL writes what prepare would make of each picture, and each payload once
    more with the URLs that the files will have at URL. Where one file cannot serve all platforms, the
    overrides of Firebase's message get their own. The exit status is then that of the new payloads.
    """,
    "Forms: " + PreflightHelp.wrapped(PayloadType.all.map(\.id)),
    "Clients: " + PreflightHelp.wrapped(ClientSimulators.all.map(\.id)),
  ]
  let options: [OptionSpec] = [
    .platform, .policy, .payloadType, .imageKey, .client, .nseIdentifier, .allowHTTP, .sendAt, .ttl, .noProbes,
    .offline, .pinned, .prepareTo, .publicBase, .overwrite, .strict, .requests, .caFile,
    .allowAddress, .timeout, .resolve, .format, .output, .quiet, .color, .noColor,
  ]
  let examples = [
    (line: "pushimage preflight campaign.json", meaning: "one message, on the platforms that it addresses"),
    (line: "pushimage preflight campaign.jsonl --format jsonl > report.jsonl", meaning: "thousands of messages"),
    (line: "pushimage preflight --pinned report.jsonl", meaning: "do the URLs still serve what was checked?"),
    (line: "pushimage preflight push.json --send-at 2026-12-24T08:00Z --ttl 86400", meaning: "will signed URLs last?"),
    (
      line: "pushimage preflight push.json --prepare out --public-base https://cdn.example/push",
      meaning: "cure what can be cured"
    ),
    (line: "pushimage preflight push.json --offline answers", meaning: "without network, from recorded answers"),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let options = try CampaignOptions(arguments)
    if let pinned = arguments.path(.pinned) {
      guard arguments.operands.isEmpty else { throw UsageError("--pinned takes no payloads; give one or the other") }
      return try PinnedRun(options, report: pinned, console: console).run()
    }
    guard !arguments.operands.isEmpty else { throw UsageError("preflight needs a PAYLOAD, a file of JSON or '-'") }
    return try CampaignRun(options, console: console).run(arguments.operands)
  }
}

/// Words of the help that come from registries.
enum PreflightHelp {
  /// Separated by commas, in lines of at most 90 characters.
  static func wrapped(_ words: [String]) -> String {
    var lines = [""]
    for (index, word) in words.enumerated() {
      let piece = index + 1 < words.count ? "\(word), " : "\(word)."
      if lines[lines.count - 1].count + piece.count > 90 { lines.append("") }
      lines[lines.count - 1] += piece
    }
    return lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.joined(separator: "\n")
  }
}
