import PushImage
import PushImageFetching

/// A run over the payloads of a campaign: many at a time, written in their order.
struct CampaignRun {
  /// One payload and where it stood.
  struct Item: Sendable {
    let source: String
    let entry: PayloadFile.Entry
  }

  /// What became of one, in the order of the payloads.
  enum Outcome: Sendable {
    case reported(Item, PreflightReport)
    case failed(source: String, PushImageError)
  }

  let options: CampaignOptions
  let console: Console

  init(_ options: CampaignOptions, console: Console) {
    self.options = options
    self.console = console
  }

  func run(_ paths: [FilePath]) throws -> ExitStatus {
    let files = try paths.map(read)
    let file = try options.output.map { path throws(PushImageError) in try OutputFile(path) }
    let text = PreflightText(style: file == nil ? Style(options.run.colorChoice, descriptor: 1) : .plain)
    let renderer = RecordRenderer(
      format: options.run.format, isQuiet: options.run.isQuiet, text: ReportText(style: text.style))
    let isSingle = files.count == 1 && Self.isSingle(files[0])
    Interrupt.listen()
    var output = RunOutput(options.run, console: console, renderer: renderer, file: file, isSingle: isSingle)
    let mailbox = Mailbox<Outcome>()
    let preflight = Preflight(
      checker: Checker(platforms: options.platforms, policy: options.run.policy, engine: options.run.engine),
      fetcher: options.fetcher, options: options.preflight)
    let jobs = isSingle ? 1 : options.jobs
    let task = Task.detached {
      await Campaign(preflight: preflight, jobs: jobs, mailbox: mailbox).run(files)
      mailbox.close()
    }
    try deliver(from: mailbox, task, text, &output)
    return try output.finish()
  }

  // MARK: Reading

  /// A file's payloads, or why there are none.
  enum Source: Sendable {
    case payloads(String, PayloadFile)
    case failed(String, PushImageError)
  }

  private func read(_ path: FilePath) throws -> Source {
    let place: Input.Place = path.text == "-" ? .standardInput : .named(path)
    let input = Input(source: path, place: place)
    do throws(PushImageError) {
      let reader = options.run.readers.reader(for: place)
      let loaded = try reader.read(input, maxByteCount: PayloadFile.maxByteCount)
      var bytes = Array(loaded.bytes)
      // Over the limit only the beginning was read: as many bytes as say so.
      if loaded.byteCount > PayloadFile.maxByteCount {
        bytes = Array(repeating: UInt8(ascii: " "), count: PayloadFile.maxByteCount + 1)
      }
      return .payloads(path.text, PayloadFile(bytes, options: options.payload))
    } catch {
      return .failed(path.text, error)
    }
  }

  private static func isSingle(_ source: Source) -> Bool {
    guard case .payloads(_, let file) = source else { return true }
    var entries = file.makeIterator()
    return entries.next()?.index == nil
  }

  // MARK: Writing

  private func deliver(
    from mailbox: Mailbox<Outcome>, _ task: Task<Void, Never>, _ text: PreflightText, _ output: inout RunOutput
  ) throws {
    defer { task.cancel() }
    while Interrupt.signalNumber == nil {
      switch mailbox.take(waitMilliseconds: 100) {
      case .message(.failed(let source, let error)): try output.add(failure: error, of: source)
      case .message(.reported(let item, let report)):
        try output.add(record(item, report, text), report.verdict, isUnchecked: report.isUnchecked)
      case .nothingYet: try output.idle()
      case .end: return
      }
    }
  }

  private func record(_ item: Item, _ report: PreflightReport, _ text: PreflightText) -> [UInt8] {
    switch options.run.format {
    case .json, .jsonl: report.json(source: item.source, index: item.entry.index)
    case .text:
      options.run.isQuiet && report.verdict == .accepted ? [] : Array(text.text(report, of: item).utf8)
    }
  }
}

/// The tasks of a run: a window of payloads that moves on as soon as its first is done.
private struct Campaign: Sendable {
  let preflight: Preflight
  let jobs: Int
  let mailbox: Mailbox<CampaignRun.Outcome>

  func run(_ sources: [CampaignRun.Source]) async {
    for source in sources {
      switch source {
      case .failed(let path, let error): mailbox.put(.failed(source: path, error))
      case .payloads(let path, let file): await run(file, path)
      }
    }
  }

  private func run(_ file: PayloadFile, _ path: String) async {
    await withTaskGroup(of: (Int, CampaignRun.Outcome?).self) { group in
      var entries = file.makeIterator()
      var started = 0
      var next = 0
      var done: [Int: CampaignRun.Outcome] = [:]
      var isAtEnd = false
      while !Task.isCancelled {
        // No more ahead of the next one to be written than fits the window, or memory would grow with a slow one.
        while !isAtEnd, started - next < jobs * 4, started - next - done.count < jobs {
          guard let entry = entries.next() else {
            isAtEnd = true
            break
          }
          let item = CampaignRun.Item(source: path, entry: entry)
          group.addTask { [started] in (started, await outcome(of: item)) }
          started += 1
        }
        guard next < started, let (index, outcome) = await group.next() else { break }
        done[index] = outcome
        while let outcome = done.removeValue(forKey: next) {
          mailbox.put(outcome)
          next += 1
        }
      }
      group.cancelAll()
    }
  }

  /// Nil when the run was cancelled.
  private func outcome(of item: CampaignRun.Item) async -> CampaignRun.Outcome? {
    do {
      return .reported(item, try await preflight.report(on: item.entry.payload))
    } catch let error as PushImageError {
      return .failed(source: item.source, error)
    } catch {
      return nil
    }
  }
}
