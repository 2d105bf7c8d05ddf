import PushImage

/// `pushimage prepare`.
struct PrepareCommand: Command {
  static let name = "prepare"
  static let summary = "write the pictures that pass, under the names they need"
  let synopsis = ["INPUT… --output DIR [options]", "--files-from FILE [-0] --output DIR [options]"]
  let details = [
    """
    INPUT is what 'check' takes. Each picture that is whole, and that every platform asked for will
    show, is written to DIR under its own name with the extension of what its bytes are: hero.png
    becomes hero.jpg when it is a JPEG. The bytes are not changed. What is damaged, of another format
    or refused by a platform is rejected with the findings, and nothing is written for it.
    """,
    """
    Names are made safe for every system. When two inputs want the same name (also in another case),
    the later one gets a number: hero-2.png. A file that DIR holds already is left alone: with the
    same bytes it counts as written, with others the input fails, or --overwrite replaces it. Inputs
    and symbolic links are never written over.
    """,
    """
    --format jsonl prints a line for each input: source, output (below DIR), platforms, action (kept,
    renamed or rejected), byteCount, steps and the report of the output.
    """,
  ]
  let options: [OptionSpec] = [
    .outputFolder, .dryRun, .overwrite, .platform, .declaredType, .policy, .engine, .strict, .filesFrom, .null,
    .include, .exclude, .jobs, .caFile, .allowAddress, .timeout, .resolve, .format, .quiet, .color, .noColor,
  ]
  let examples = [
    (line: "pushimage prepare hero.png --output ready", meaning: "ready/hero.jpg, when that is what it is"),
    (line: "pushimage prepare pictures --output ready --format jsonl", meaning: "a folder, one line of JSON each"),
    (line: "pushimage prepare pictures --output ready --dry-run", meaning: "only say what would be written"),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    guard let folderPath = arguments.path(.outputFolder) else {
      throw UsageError("prepare needs --output DIR, the folder to write to")
    }
    let options = try RunOptions(arguments)
    var inputs = try InputSequence(arguments)
    let replacement = try replacement(arguments, &inputs)
    let folder = try OutputFolder(folderPath, replacing: replacement, isDryRun: arguments.has(.dryRun))
    inputs.excludedFolder = folder.identity
    let renderer = RecordRenderer(
      format: options.format, isQuiet: options.isQuiet,
      text: ReportText(style: Style(options.colorChoice, descriptor: 1)))
    Interrupt.listen()
    let worker = PrepareWorker(
      preparer: Preparer(platforms: options.platforms, policy: options.policy, engine: options.engine),
      readers: options.readers, declaredType: options.declaredType)
    var run = PrepareRun(
      folder: folder,
      output: RunOutput(options, console: console, renderer: renderer, file: nil, isSingle: inputs.isSingle))
    let pipeline = OrderedPipeline(inputs: inputs, jobs: run.output.jobs) { worker.outcome(of: $0) }
    defer { folder.synchronize() }
    try pipeline.run(whileIdle: { try run.output.idle() }, each: { try run.take($0) })
    return try run.output.finish()
  }

  /// With `--overwrite` all inputs are looked up before the first output is written, so that none is written over.
  private func replacement(
    _ arguments: ParsedArguments, _ inputs: inout InputSequence
  ) throws(PushImageError) -> OutputFolder.Replacement {
    guard arguments.has(.overwrite) else { return .nothing }
    try inputs.readWholeList()
    var scout = inputs
    var identities: Set<FileIdentity> = []
    while let item = scout.next() {
      if case .input(let input) = item, let identity = input.identity { identities.insert(identity) }
    }
    return .everything(but: identities)
  }
}

/// What the threads do with one input.
struct PrepareWorker: Sendable {
  let preparer: Preparer
  let readers: InputReaders
  let declaredType: String?

  func outcome(of item: InputItem) -> PrepareOutcome {
    switch item {
    case .skipped(let source, let reason): return .skipped(source: source, reason: reason)
    case .problem(let source, let error): return .failed(source: source, error)
    case .input(let input):
      do throws(PushImageError) {
        let reader = readers.reader(for: input.place)
        let loaded = try reader.read(input, maxByteCount: preparer.checker.limits.maxByteCount)
        if loaded.isUnread {
          let report = loaded.unreadReport(of: input, platforms: preparer.checker.platforms)
          return .prepared(.rejected(report), nil)
        }
        let preparation = try preparer.prepare(loaded.candidate(for: input, declaredType: declaredType))
        // What is not written need not be kept in memory until its turn.
        return .prepared(preparation, preparation.action == .rejected ? nil : loaded.bytes)
      } catch {
        return .failed(source: input.source.text, error)
      }
    }
  }
}

/// What became of one input, its name not yet its own.
enum PrepareOutcome: Sendable {
  case prepared(Preparation, FileBytes?)
  case failed(source: String, PushImageError)
  case skipped(source: String, reason: String)
}

/// The thread that names and writes, in the order of the inputs: names do not depend on `--jobs`.
struct PrepareRun {
  let folder: OutputFolder
  var output: RunOutput
  private var names = OutputNames()

  init(folder: OutputFolder, output: RunOutput) {
    self.folder = folder
    self.output = output
  }

  mutating func take(_ outcome: PrepareOutcome) throws {
    switch outcome {
    case .skipped(let source, let reason): output.note(skipped: source, reason)
    case .failed(let source, let error): try output.add(failure: error, of: source)
    case .prepared(let preparation, let bytes): try take(preparation, bytes)
    }
  }

  private mutating func take(_ preparation: Preparation, _ bytes: FileBytes?) throws(PushImageError) {
    var preparation = preparation
    if let name = preparation.outputName, let bytes {
      preparation = preparation.renamed(to: names.claim(name))
      do throws(PushImageError) {
        _ = try folder.write(bytes, as: preparation.fileName ?? name.fileName)
      } catch {
        return try output.add(failure: error, of: preparation.report.source ?? "-")
      }
    }
    let record = output.renderer.record(preparation, platforms: output.options.platforms.map(\.id))
    let verdict = preparation.report.verdict
    // Refused although the input itself would pass: then no output is what counts.
    try output.add(record, preparation.action == .rejected && verdict < .undetermined ? .rejected : verdict)
  }
}
