import PushImage

/// Everything that asking for one URL brought to light, without the bytes.
struct PictureInspection: Sendable {
  /// The answer to the tool itself.
  let first: PictureAnswer
  /// The answers to the probes, in their order; empty when the first fetch failed.
  let probes: [PictureAnswer]
  /// About the URL and its server.
  let findings: [Finding]
  /// The report of the picture for every platform of the run, findings about its URL first; undetermined when there is
  /// no picture to look at.
  let report: Report
  /// The name that the URL gives the file.
  let fileName: String?

  /// The answer that a platform's devices get.
  func answer(for platform: String) -> PictureAnswer {
    let requester = Requester.of(platform: platform)
    return probes.first { $0.requester == requester } ?? first
  }
}

/// Asks for URLs, each once in its life, and keeps what was found but not the bytes.
actor PictureInspector {
  private let checker: Checker
  private let fetcher: any PictureFetcher
  private let options: PreflightOptions
  private var inspections: [String: Task<PictureInspection, any Error>] = [:]

  init(checker: Checker, fetcher: any PictureFetcher, options: PreflightOptions) {
    self.checker = checker
    self.fetcher = fetcher
    self.options = options
  }

  /// What is known of a URL; fetched when it is asked for the first time.
  func inspect(_ url: String) async throws -> PictureInspection {
    if let known = inspections[url] { return try await value(of: known) }
    let (checker, fetcher, options) = (checker, fetcher, options)
    let task = Task { try await Self.inspect(url, checker, fetcher, options) }
    inspections[url] = task
    return try await value(of: task)
  }

  /// A run that is cancelled leaves no fetch behind.
  private func value(of task: Task<PictureInspection, any Error>) async throws -> PictureInspection {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private static func inspect(
    _ url: String, _ checker: Checker, _ fetcher: any PictureFetcher, _ options: PreflightOptions
  ) async throws -> PictureInspection {
    let outcome = try await fetcher.fetch(url, as: .tool, timeoutSeconds: options.timeoutSeconds)
    let body = try report(of: outcome, url, checker)
    let first = PictureAnswer(requester: .tool, outcome: outcome, report: body)
    var findings = outcome.findings
    if let response = outcome.image { findings += ServerFindings.findings(response) }
    if let expiry = ServerFindings.expiry(url, sendTime: options.sendTime, lifetime: options.lifetime) {
      findings.append(expiry)
    }
    var probes: [PictureAnswer] = []
    if outcome.image != nil, options.probes {
      // Together with the first fetch, one URL may cost the time-out and one second more.
      let left = options.timeoutSeconds + 1 - Double(outcome.totalMilliseconds) / 1_000
      probes = try await probe(url, first, checker, fetcher, timeoutSeconds: min(left, options.timeoutSeconds))
      if let mismatch = ServerFindings.differences(first, probes) { findings.append(mismatch) }
    }
    let report = image(outcome, body, findings, url, checker)
    return PictureInspection(
      first: first, probes: probes, findings: findings, report: report, fileName: outcome.fileName)
  }

  private static func probe(
    _ url: String, _ first: PictureAnswer, _ checker: Checker, _ fetcher: any PictureFetcher, timeoutSeconds: Double
  ) async throws -> [PictureAnswer] {
    try await withThrowingTaskGroup(of: (Int, PictureAnswer).self) { group in
      for (index, requester) in Requester.probes.enumerated() {
        group.addTask {
          let outcome = try await fetcher.fetch(url, as: requester, timeoutSeconds: timeoutSeconds)
          // The same bytes under the same type need no second verification.
          let isSame =
            outcome.response?.contentType == first.contentType
            && outcome.response.map { Candidate(bytes: $0.body).sha256 } == first.report?.sha256
          let report = isSame ? first.report : try report(of: outcome, url, checker)
          return (index, PictureAnswer(requester: requester, outcome: outcome, report: report))
        }
      }
      var answers: [(Int, PictureAnswer)] = []
      for try await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The report of whatever body came whole, an error page included.
  private static func report(
    of outcome: FetchOutcome, _ url: String, _ checker: Checker
  ) throws(PushImageError) -> Report? {
    guard let response = outcome.response, response.isWhole else { return nil }
    return try checker.check(
      Candidate(
        bytes: response.body, name: outcome.fileName, declaredType: response.contentType ?? "", source: url))
  }

  private static func image(
    _ outcome: FetchOutcome, _ body: Report?, _ findings: [Finding], _ url: String, _ checker: Checker
  ) -> Report {
    guard outcome.image != nil, let body else {
      return Report(source: url, platforms: checker.platforms, unreadBecause: findings)
    }
    return body.adding(origin: findings)
  }
}

extension Requester {
  /// The tool under its own name.
  package static let tool = Requester(
    id: "pushimage", userAgent: "PushImage/\(PushImageVersion.current)", accept: "*/*")
}
