import PushImage
import PushImageFetching

/// A run over the payloads of a campaign: many at a time, written in their order.
struct CampaignRun {
  /// One payload and where it stood.
  struct Item: Sendable {
    let source: String
    let entry: PayloadFile.Entry
    /// What the payload is called when it is written again.
    let outputName: String
  }

  /// What became of one, in the order of the payloads.
  enum Outcome: Sendable {
    case reported(Item, PreflightReport, CampaignPreparation.Result?)
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
    let campaign = try campaign(over: files, isSingle: isSingle, mailbox)
    let task = Task.detached {
      await campaign.run(files)
      mailbox.close()
    }
    try deliver(from: mailbox, task, text, &output)
    return try output.finish()
  }

  private func campaign(
    over files: [Source], isSingle: Bool, _ mailbox: Mailbox<Outcome>
  ) throws -> Campaign {
    let answers = options.target.map { _ in
      KeptAnswers(options.fetcher, timeoutSeconds: options.preflight.timeoutSeconds)
    }
    let preflight = Preflight(
      checker: Checker(platforms: options.platforms, policy: options.run.policy, engine: options.run.engine),
      fetcher: answers ?? options.fetcher, options: options.preflight)
    var preparation: CampaignPreparation?
    if let answers, let target = options.target {
      let inputs = files.compactMap { source in
        if case .payloads(_, _, let identity) = source { identity } else { nil }
      }
      preparation = try CampaignPreparation(options, answers: answers, target, inputs: Set(inputs))
    }
    return Campaign(
      preflight: preflight, preparation: preparation, jobs: isSingle ? 1 : options.jobs, mailbox: mailbox)
  }

  // MARK: Reading

  /// A file's payloads, or why there are none.
  enum Source: Sendable {
    case payloads(String, PayloadFile, FileIdentity?)
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
      return .payloads(path.text, PayloadFile(bytes, options: options.payload), loaded.identity)
    } catch {
      return .failed(path.text, error)
    }
  }

  private static func isSingle(_ source: Source) -> Bool {
    guard case .payloads(_, let file, _) = source else { return true }
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
      case .message(.reported(let item, let report, let prepared)):
        // Once a payload is cured, it is the new one that will be sent.
        try output.add(
          record(item, report, prepared, text), prepared?.report?.verdict ?? report.verdict,
          isUnchecked: report.isUnchecked)
      case .nothingYet: try output.idle()
      case .end: return
      }
    }
  }

  private func record(
    _ item: Item, _ report: PreflightReport, _ prepared: CampaignPreparation.Result?, _ text: PreflightText
  ) -> [UInt8] {
    switch options.run.format {
    case .json, .jsonl:
      var writer = JSONWriter()
      report.write(to: &writer, source: item.source, index: item.entry.index) { prepared?.write(to: &$0) }
      return writer.bytes
    case .text:
      if options.run.isQuiet, report.verdict == .accepted { return [] }
      return Array((text.text(report, of: item) + (prepared.map(text.text) ?? "")).utf8)
    }
  }
}

/// The tasks of a run: a window of payloads that moves on as soon as its first is done.
private struct Campaign: Sendable {
  let preflight: Preflight
  let preparation: CampaignPreparation?
  let jobs: Int
  let mailbox: Mailbox<CampaignRun.Outcome>

  func run(_ sources: [CampaignRun.Source]) async {
    var stems: [String: Int] = [:]
    for source in sources {
      switch source {
      case .failed(let path, let error): mailbox.put(.failed(source: path, error))
      case .payloads(let path, let file, _):
        let stem = Self.stem(of: path)
        stems[OutputNames.fold(stem), default: 0] += 1
        let number = stems[OutputNames.fold(stem)] ?? 1
        await run(file, path, stem: number > 1 ? "\(stem).\(number)" : stem)
      }
    }
  }

  /// The name without its extension, safe on every system.
  private static func stem(of path: String) -> String {
    let name = OutputName(for: path == "-" ? "payload" : path, format: .png).fileName
    let stem = String(name.dropLast(".png".count))
    return [".jsonl", ".json"].reduce(stem) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 }
  }

  private func run(_ file: PayloadFile, _ path: String, stem: String) async {
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
          let name = entry.index.map { "\(stem)-\($0 + 1).json" } ?? "\(stem).json"
          let item = CampaignRun.Item(source: path, entry: entry, outputName: name)
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
      let report = try await preflight.report(on: item.entry.payload)
      return .reported(item, report, try await preparation?.prepare(report, as: item.outputName))
    } catch let error as PushImageError {
      return .failed(source: item.source, error)
    } catch {
      return nil
    }
  }
}
