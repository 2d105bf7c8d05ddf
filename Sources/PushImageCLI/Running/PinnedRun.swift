import PushImage
import PushImageFetching

/// Fetches the URLs of an earlier report again and says which serve other bytes now.
struct PinnedRun {
  private static let maxByteCount = 268_435_456

  /// A URL and the digest of what was checked there.
  private struct Pin: Hashable, Sendable {
    let url: String
    let sha256: String
  }

  /// What one URL serves now.
  private struct Outcome: Sendable {
    let pin: Pin
    let sha256: String?
    let findings: [Finding]
    let verdict: Verdict
  }

  let options: CampaignOptions
  let report: FilePath
  let console: Console

  init(_ options: CampaignOptions, report: FilePath, console: Console) {
    self.options = options
    self.report = report
    self.console = console
  }

  func run() throws -> ExitStatus {
    let pins = try readPins()
    let file = try options.output.map { path throws(PushImageError) in try OutputFile(path) }
    let style = file == nil ? Style(options.run.colorChoice, descriptor: 1) : .plain
    let renderer = RecordRenderer(
      format: options.run.format, isQuiet: options.run.isQuiet, text: ReportText(style: style))
    Interrupt.listen()
    var output = RunOutput(options.run, console: console, renderer: renderer, file: file, isSingle: pins.count == 1)
    let mailbox = Mailbox<Result<Outcome, PushImageError>>()
    let (fetcher, jobs, seconds) = (options.fetcher, options.jobs, options.preflight.timeoutSeconds)
    let task = Task.detached {
      await Self.fetchAll(pins, fetcher, jobs: jobs, seconds: seconds, into: mailbox)
      mailbox.close()
    }
    defer { task.cancel() }
    loop: while Interrupt.signalNumber == nil {
      switch mailbox.take(waitMilliseconds: 100) {
      case .message(.success(let outcome)): try output.add(record(outcome, style), outcome.verdict)
      case .message(.failure(let error)): try output.add(failure: error, of: report.text)
      case .nothingYet: try output.idle()
      case .end: break loop
      }
    }
    return try output.finish()
  }

  // MARK: The report

  private func readPins() throws -> [Pin] {
    let place: Input.Place = report.text == "-" ? .standardInput : .named(report)
    let reader = options.run.readers.reader(for: place)
    let loaded = try reader.read(Input(source: report, place: place), maxByteCount: Self.maxByteCount)
    guard loaded.byteCount <= Self.maxByteCount else {
      throw UsageError(
        "--pinned \(report.text.visible): is \(counted(loaded.byteCount, "byte")), too large for a report")
    }
    var pins: [Pin] = []
    var known: Set<Pin> = []
    var number = 0
    for line in Array(loaded.bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      for pin in try Self.pins(Array(line), number, report) where known.insert(pin).inserted { pins.append(pin) }
    }
    guard !pins.isEmpty else {
      throw UsageError(
        "--pinned \(report.text.visible): no picture was checked in it; it is a jsonl report of preflight")
    }
    return pins
  }

  private static func pins(_ line: [UInt8], _ number: Int, _ path: FilePath) throws -> [Pin] {
    let row: JSONValue
    do {
      row = try JSONReader.read(line)
    } catch {
      throw UsageError("--pinned \(path.text.visible): line \(number) is no JSON: \(error.message)")
    }
    return (row["images"]?.elements ?? []).compactMap { image in
      guard let url = image["url"]?.string, let digest = image["report"]?["sha256"]?.string else { return nil }
      return Pin(url: url, sha256: digest)
    }
  }

  // MARK: The URLs

  private static func fetchAll(
    _ pins: [Pin], _ fetcher: any PictureFetcher, jobs: Int, seconds: Double,
    into mailbox: Mailbox<Result<Outcome, PushImageError>>
  ) async {
    await withTaskGroup(of: (Int, Result<Outcome, PushImageError>?).self) { group in
      var started = 0
      var next = 0
      var done: [Int: Result<Outcome, PushImageError>] = [:]
      while !Task.isCancelled {
        while started < pins.count, started - next < jobs * 4, started - next - done.count < jobs {
          let pin = pins[started]
          group.addTask { [started] in (started, await outcome(of: pin, fetcher, seconds)) }
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

  private static func outcome(
    of pin: Pin, _ fetcher: any PictureFetcher, _ seconds: Double
  ) async -> Result<Outcome, PushImageError>? {
    do {
      let answer = try await fetcher.fetch(pin.url, as: .tool, timeoutSeconds: seconds)
      guard let image = answer.image else {
        return .success(Outcome(pin: pin, sha256: nil, findings: answer.findings, verdict: .undetermined))
      }
      let now = Candidate(bytes: image.body).sha256
      guard now != pin.sha256 else {
        return .success(Outcome(pin: pin, sha256: now, findings: [], verdict: .accepted))
      }
      let changed = Finding(
        FetchFindings.contentChanged, "SHA-256 is \(now); \(pin.sha256) was checked")
      return .success(Outcome(pin: pin, sha256: now, findings: [changed], verdict: .rejected))
    } catch let error as PushImageError {
      return .failure(error)
    } catch {
      return nil
    }
  }

  // MARK: Writing

  private func record(_ outcome: Outcome, _ style: Style) -> [UInt8] {
    guard options.run.format == .text else { return Self.json(outcome) }
    if options.run.isQuiet, outcome.verdict == .accepted { return [] }
    let words =
      switch outcome.verdict {
      case .accepted: "unchanged"
      case .rejected: "changed"
      default: "not fetched"
      }
    var lines = ["\(style.verdict(outcome.verdict, words.padded(to: 12)))  \(outcome.pin.url.visible)"]
    for finding in outcome.findings {
      lines.append(
        "  \(style.severity(finding.severity)): \(finding.message.visible) \(style.dim("[\(finding.kind.id)]"))")
      lines.append("    \(finding.kind.remedy)")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func json(_ outcome: Outcome) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("url", outcome.pin.url)
      writer.member("pinnedSHA256", outcome.pin.sha256)
      writer.member("sha256", outcome.sha256)
      writer.member("verdict", outcome.verdict.rawValue)
      writer.key("findings")
      writer.array { writer in
        for finding in outcome.findings { finding.write(to: &writer) }
      }
    }
    return writer.bytes
  }
}
