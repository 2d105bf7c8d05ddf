import PushImage

/// What a run came to: how many of each verdict, and the status that follows.
struct RunSummary {
  private(set) var fileCount = 0
  private(set) var verdictCounts: [Verdict: Int] = [:]
  private(set) var failureCount = 0
  private var failureStatus = ExitStatus.success

  mutating func add(_ verdict: Verdict, isUnchecked: Bool = false) {
    fileCount += 1
    if isUnchecked { failureStatus = max(failureStatus, .unchecked) }
    verdictCounts[verdict, default: 0] += 1
  }

  mutating func add(failure: PushImageError) {
    fileCount += 1
    failureCount += 1
    failureStatus = max(failureStatus, failure.exitStatus)
  }

  /// The worst that happened; `strict` counts at risk as rejected.
  func exitStatus(strict: Bool) -> ExitStatus {
    var status = failureStatus
    if count(.undetermined) > 0 { status = max(status, .unchecked) }
    if count(.rejected) > 0 || (strict && count(.atRisk) > 0) { status = max(status, .rejected) }
    return status
  }

  /// `12 files: 9 accepted, 1 at risk, 2 rejected`.
  var text: String {
    var parts = Verdict.allCases.compactMap { verdict in
      count(verdict) > 0 ? "\(count(verdict).grouped) \(verdict.words)" : nil
    }
    if failureCount > 0 { parts.append("\(failureCount.grouped) not read") }
    let files = "\(fileCount.grouped) \(fileCount == 1 ? "file" : "files")"
    return parts.isEmpty ? "\(files): there was nothing to check" : "\(files): \(parts.joined(separator: ", "))"
  }

  private func count(_ verdict: Verdict) -> Int { verdictCounts[verdict] ?? 0 }
}
