import PushImage
import PushImageConversion

/// `pushimage prepare`.
struct PrepareCommand: Command {
  static let name = "prepare"
  static let summary = "write the pictures that pass, under the names they need"
  let synopsis = ["INPUT… --output DIR [options]", "--files-from FILE [-0] --output DIR [options]"]
  let details = [
    """
    INPUT is what 'check' takes. For each picture a file is written to DIR that every platform asked for
    will show, under its own name with the extension of what its bytes are: hero.png becomes hero.jpg
    when it is a JPEG. Where one file cannot serve all platforms there is one for each: hero.ios.gif and
    hero.android.png. Every output is checked again before it is written.
    """,
    """
    Nothing is changed that need not be. Cured are, the cheapest way first: errors of the platforms
    (names, bytes, pixels, formats), and of warnings and notes orientation, CMYK, 16 bits, wide gamut,
    metadata, trailing bytes, and damage that readers pass over. Fewer bytes are looked for without loss
    first, then by quality and colors, then by size. What is damaged beyond that is rejected with the
    findings unless --repair is given, and so is what would need less than --min-quality or --min-side.
    """,
    """
    Names are made safe for every system. When two inputs want the same name (also in another case),
    the later one gets a number: hero-2.png. A file that DIR holds already is left alone: with the
    same bytes it counts as written, with others the input fails, or --overwrite replaces it. Inputs
    and symbolic links are never written over.
    """,
    """
    --format jsonl prints a line for each output, and one for an input that gives none: source, output
    (below DIR), platforms, action (kept, renamed, optimized, reencoded or rejected), byteCount, steps
    and the report of the output.
    """,
  ]
  let options: [OptionSpec] = [
    .outputFolder, .dryRun, .overwrite, .naming, .platform, .declaredType, .policy, .engine, .strict, .fit, .crop, .pad,
    .maxBytes, .minQuality, .minSide, .minFrames, .keepFormat, .jpegScans, .repair, .filesFrom, .null, .include,
    .exclude, .jobs, .caFile, .allowAddress, .timeout, .resolve, .format, .quiet, .color, .noColor,
  ]
  let examples = [
    (line: "pushimage prepare hero.png --output ready", meaning: "ready/hero.jpg, when that is what it is"),
    (line: "pushimage prepare pictures --output ready --format jsonl", meaning: "a folder, one line of JSON each"),
    (line: "pushimage prepare pictures --output ready --dry-run", meaning: "only say what would be written"),
    (line: "pushimage prepare hero.jpg --output ready --crop 2:1:attention", meaning: "a banner"),
    (line: "pushimage prepare hero.png --output ready --max-bytes 200k", meaning: "at most 200,000 bytes"),
    (line: "pushimage prepare hero.jpg --output ready --name hash", meaning: "named after its content"),
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
      preparer: Preparer(
        platforms: options.platforms, policy: options.policy, engine: options.engine,
        options: try PreparationOptions(arguments), decoders: ForeignDecoders.all),
      readers: options.readers, declaredType: options.declaredType)
    var run = PrepareRun(
      folder: folder,
      output: RunOutput(options, console: console, renderer: renderer, file: nil, isSingle: inputs.isSingle))
    let pipeline = OrderedPipeline(inputs: inputs, jobs: run.output.jobs, byteCount: \.byteCount) {
      worker.outcome(of: $0)
    }
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
          let platforms = preparer.checker.platforms
          let report = loaded.unreadReport(of: input, platforms: platforms)
          return .prepared(.rejected(report, platforms: platforms.map(\.id)))
        }
        return .prepared(try preparer.prepare(loaded.candidate(for: input, declaredType: declaredType)))
      } catch {
        return .failed(source: input.source.text, error)
      }
    }
  }
}

/// What became of one input, its names not yet its own.
enum PrepareOutcome: Sendable {
  case prepared(Preparation)
  case failed(source: String, PushImageError)
  case skipped(source: String, reason: String)

  /// Bytes to be written.
  var byteCount: Int {
    guard case .prepared(let preparation) = self else { return 0 }
    return preparation.outputs.reduce(0) { $0 + $1.bytes.count }
  }
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
    case .prepared(let preparation): try take(preparation)
    }
  }

  private mutating func take(_ preparation: Preparation) throws(PushImageError) {
    var results = preparation.outputs.map { write($0, of: preparation.input) }
    if let refusal = preparation.refusal {
      let record = output.renderer.record(refusal, isPartial: !preparation.outputs.isEmpty)
      // Refused although the input itself would pass: then no output is what counts.
      let verdict = refusal.report.verdict
      results.append(.record(record, verdict < .undetermined ? .rejected : verdict))
    }
    try output.add(results, of: preparation.input.source ?? "-")
  }

  private mutating func write(_ prepared: PreparedOutput, of input: Report) -> RunOutput.Result {
    let named = prepared.outputName.map { prepared.renamed(to: names.claim($0)) } ?? prepared
    do throws(PushImageError) {
      try folder.write(named)
    } catch {
      return .failure(error)
    }
    return .record(output.renderer.record(named, of: input), named.report.verdict)
  }
}

extension OutputFolder {
  /// Writes one output under its name.
  fileprivate func write(_ output: PreparedOutput) throws(PushImageError) {
    _ = try write(bytes: output.bytes, as: output.fileName)
  }

  // Opens the type of the bytes.
  private func write(bytes: some Collection<UInt8>, as name: String) throws(PushImageError) -> Outcome {
    try write(bytes, as: name)
  }
}
