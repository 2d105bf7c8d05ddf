import PushImage

/// `pushimage check`.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "verify pictures to their last byte and judge them for each platform"
  var synopsis: [String] { ["INPUT… [options]", "--files-from FILE [-0] [options]"] }
  // Computed, so that only who asks for help pays for it.
  var details: [String] { Self.helpDetails }
  private static let helpDetails = [
    """
    INPUT is a file, a folder, '-' for standard input or an https:// URL. A folder stands for every
    regular file below it, whatever its name, in byte order; links to folders and links that lead out
    of it are not followed. Pipes, devices and unreadable files are reported, never waited for.
    """,
    """
    Results go to standard output in the order of the inputs, as soon as they are known; diagnostics
    go to standard error. --format json writes one Report for one picture, and an array of Reports for
    several inputs or a folder. An input that cannot be read gives a record with "error" instead.
    """,
  ]
  let options: [OptionSpec] = [
    .platform, .declaredType, .policy, .engine, .quick, .strict, .filesFrom, .null, .include, .exclude, .jobs, .format,
    .output, .segments, .caFile, .allowAddress, .timeout, .resolve, .quiet, .color, .noColor,
  ]
  var examples: [(line: String, meaning: String)] { Self.helpExamples }
  private static let helpExamples = [
    (line: "pushimage check hero.png", meaning: "one picture, for iOS and Android"),
    (line: "pushimage check pictures --format jsonl", meaning: "a folder, one line of JSON per picture"),
    (line: "find . -name '*.png' -print0 | pushimage check --files-from - -0", meaning: "what find finds"),
    (line: "pushimage check https://cdn.example/hero.png", meaning: "as a device would fetch it"),
    (line: "pushimage check pictures --quick", meaning: "headers only, for a first look at many"),
    (line: "pushimage check hero.gif --platform all --strict", meaning: "every platform, no risk"),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let options = try RunOptions(arguments)
    let inputs = try InputSequence(arguments)
    let file = try arguments.path(.output).flatMap { path throws(PushImageError) in
      path.text == "-" ? nil : try OutputFile(path)
    }
    for option in [OptionSpec.filesFrom, .policy] {
      guard let existing = file?.existing, let path = arguments.path(option) else { continue }
      guard let status = try? path.status(), FileIdentity(status) == existing else { continue }
      throw UsageError("--output names the file of --\(option.name); nothing was written")
    }
    let style = file == nil ? Style(options.colorChoice, descriptor: 1) : .plain
    let renderer = RecordRenderer(
      format: options.format, isQuiet: options.isQuiet,
      text: ReportText(style: style, showsSegments: arguments.has(.segments)))
    let worker = CheckWorker(
      checker: Checker(platforms: options.platforms, policy: options.policy, engine: options.engine),
      readers: options.readers, declaredType: options.declaredType, renderer: renderer, isQuick: arguments.has(.quick),
      outputs: [file?.existing, file?.growing].compactMap { $0 })
    Interrupt.listen()
    var output = RunOutput(options, console: console, renderer: renderer, file: file, isSingle: inputs.isSingle)
    // Records are small, but for those that name every run of bytes.
    let pipeline = OrderedPipeline(
      inputs: inputs, jobs: output.jobs, resultsPerJob: arguments.has(.segments) ? 4 : 32
    ) { worker.outcome(of: $0) }
    try pipeline.run(whileIdle: { try output.idle() }, each: { try take($0, output: &output) })
    return try output.finish()
  }

  private func take(_ outcome: CheckOutcome, output: inout RunOutput) throws {
    switch outcome {
    case .checked(let record, let verdict): try output.add(record, verdict)
    case .isOutput: throw UsageError("--output names one of the inputs; nothing was written")
    case .failed(let source, let error): try output.add(failure: error, of: source)
    case .skipped(let source, let reason): output.note(skipped: source, reason)
    }
  }
}

/// What the threads do with one input.
struct CheckWorker: Sendable {
  let checker: Checker
  let readers: InputReaders
  let declaredType: String?
  let renderer: RecordRenderer
  /// Only headers are read.
  let isQuick: Bool
  /// Files that results go to; never read, whether they could be or not.
  let outputs: [FileIdentity]

  func outcome(of item: InputItem) -> CheckOutcome {
    switch item {
    case .skipped(let source, let reason): return .skipped(source: source, reason: reason)
    case .problem(let source, let error): return .failed(source: source, error)
    case .input(let input):
      if !outputs.isEmpty, let identity = input.identity, outputs.contains(identity) {
        // Found in a folder it is no picture of the caller's; named, it would be lost.
        if case .named = input.place { return .isOutput }
        return .skipped(source: input.source.text, reason: "is the output file")
      }
      do throws(PushImageError) {
        let reader = readers.reader(for: input.place)
        let limit = checker.limits.maxByteCount
        let loaded = try isQuick ? reader.readHead(input, maxByteCount: limit) : reader.read(input, maxByteCount: limit)
        let report = try loaded.report(by: checker, for: input, declaredType: declaredType, isQuick: isQuick)
        return .checked(renderer.record(report), report.verdict)
      } catch {
        return .failed(source: input.source.text, error)
      }
    }
  }
}

/// What became of one input, ready to be written.
enum CheckOutcome: Sendable {
  case checked([UInt8], Verdict)
  /// A named input is the file that the results would replace.
  case isOutput
  case failed(source: String, PushImageError)
  case skipped(source: String, reason: String)
}

extension LoadedInput {
  /// What the library is asked about; the caller's declared type outranks the origin's.
  func candidate(for input: Input, declaredType: String?) -> Candidate {
    var candidate = Candidate(
      head: bytes, byteCount: byteCount, name: name ?? input.name, declaredType: declaredType ?? self.declaredType,
      source: input.source.text)
    candidate.wholeDigest = wholeDigest
    return candidate
  }

  /// The report of the bytes with what was found on the way to them, or of that alone when there are none.
  func report(
    by checker: Checker, for input: Input, declaredType: String?, isQuick: Bool = false
  ) throws(PushImageError) -> Report {
    if isUnread { return unreadReport(of: input, platforms: checker.platforms) }
    if isQuick { return checker.quickCheck(candidate(for: input, declaredType: declaredType)).adding(origin: findings) }
    return try checker.check(candidate(for: input, declaredType: declaredType)).adding(origin: findings)
  }

  /// The report of an input that gave no bytes.
  func unreadReport(of input: Input, platforms: [Platform]) -> Report {
    Report(source: input.source.text, platforms: platforms, unreadBecause: findings)
  }
}
