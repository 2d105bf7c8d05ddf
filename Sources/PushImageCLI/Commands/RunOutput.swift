import PushImage

/// Where a run over many inputs writes: records in order, diagnostics, progress, and at the end what it came to.
struct RunOutput {
  let options: RunOptions
  let console: Console
  let renderer: RecordRenderer
  /// The results' own file; nil when they go to standard output.
  let file: OutputFile?
  /// Whether one picture was named: one record, no summary.
  let isSingle: Bool
  private(set) var summary = RunSummary()
  private var records: RecordWriter

  init(_ options: RunOptions, console: Console, renderer: RecordRenderer, file: OutputFile?, isSingle: Bool) {
    self.options = options
    self.console = console
    self.renderer = renderer
    self.file = file
    self.isSingle = isSingle
    records = RecordWriter(options.format, isSingle: isSingle, to: file?.sink ?? console.standardOutput)
    if !isSingle, !options.isQuiet { console.startProgress() }
  }

  /// Number of threads: none is started for one picture.
  var jobs: Int { isSingle ? 1 : options.jobs ?? RunOptions.coreCount }

  /// - Parameter isUnchecked: whether something of it could not be looked at, whatever the verdict.
  mutating func add(_ record: [UInt8], _ verdict: Verdict, isUnchecked: Bool = false) throws(PushImageError) {
    summary.add(verdict, isUnchecked: isUnchecked)
    try records.write(record)
    console.progress(summary.fileCount)
  }

  /// One of several results of one input.
  enum Result {
    case record([UInt8], Verdict)
    case failure(PushImageError)
  }

  /// Everything that became of one input.
  mutating func add(_ results: [Result], of source: String) throws(PushImageError) {
    var records: [[UInt8]] = []
    for result in results {
      switch result {
      case .record(let record, let verdict):
        summary.add(verdict)
        records.append(record)
      case .failure(let error):
        summary.add(failure: error)
        records.append(renderer.record(source: source, error))
        console.diagnose("\(source.visible): \(error.description.visible)")
      }
    }
    try self.records.write(group: records)
    console.progress(summary.fileCount)
  }

  /// An input that gave nothing to judge, or an output that could not be written.
  mutating func add(failure error: PushImageError, of source: String) throws(PushImageError) {
    summary.add(failure: error)
    try records.write(renderer.record(source: source, error))
    console.diagnose("\(source.visible): \(error.description.visible)")
  }

  func note(skipped source: String, _ reason: String) {
    console.diagnose("\(source.visible): \(reason), skipped")
  }

  /// Nothing is to be done for the moment: whoever reads gets what there is.
  func idle() throws(PushImageError) {
    try records.flush()
    console.progress(summary.fileCount)
  }

  /// Closes the document. An interrupted run shows what was done, but a file that must be complete does not appear.
  mutating func finish() throws(PushImageError) -> ExitStatus {
    console.endProgress()
    let isInterrupted = Interrupt.signalNumber != nil
    if file == nil || !isInterrupted { try records.finish() }
    if !isInterrupted { try file?.commit() }
    if !isSingle, !options.isQuiet, options.format == .text { console.note(summary.text) }
    return summary.exitStatus(strict: options.isStrict)
  }
}
