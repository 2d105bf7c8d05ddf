import PushImage

/// What a run came to: how many of each verdict, and the status that follows.
struct RunSummary {
  private(set) var fileCount = 0
  /// In the order of `Verdict.allCases`.
  private var verdictCounts = [Int](repeating: 0, count: Verdict.allCases.count)
  private(set) var unreadCount = 0
  /// Pictures whose outputs could not be written.
  private(set) var unwrittenCount = 0
  private var failureStatus = ExitStatus.success

  mutating func add(_ verdict: Verdict) {
    fileCount += 1
    verdictCounts[Self.index(of: verdict)] += 1
  }

  mutating func add(failure error: PushImageError) {
    fileCount += 1
    if error.code == .unwritable { unwrittenCount += 1 } else { unreadCount += 1 }
    failureStatus = max(failureStatus, error.exitStatus)
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
    if unreadCount > 0 { parts.append("\(unreadCount.grouped) not read") }
    if unwrittenCount > 0 { parts.append("\(unwrittenCount.grouped) not written") }
    let files = "\(fileCount.grouped) \(fileCount == 1 ? "file" : "files")"
    return parts.isEmpty ? "\(files): there was nothing to check" : "\(files): \(parts.joined(separator: ", "))"
  }

  private func count(_ verdict: Verdict) -> Int { verdictCounts[Self.index(of: verdict)] }

  private static func index(of verdict: Verdict) -> Int { Verdict.allCases.firstIndex(of: verdict) ?? 0 }
}
