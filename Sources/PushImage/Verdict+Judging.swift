public import PushImageFormats

extension Verdict {
  /// What findings come to on one platform: an error about the candidate rejects it; else whatever could not be told
  /// leaves it undetermined; else a warning puts it at risk; notes weigh nothing, but for the one of a quick check: what
  /// was asked for was done, so it is at risk and not undetermined.
  ///
  /// - Parameters:
  ///   - findings: of every platform and of none; those of other platforms are passed over.
  ///   - integrity: of the whole file.
  ///   - platform: by `Platform.id`.
  public init(of findings: [Finding], integrity: Integrity, on platform: String) {
    var severity = Finding.Severity.note
    var isUndetermined = false
    var isQuick = false
    // By index: a finding is large, and only these few words of it count.
    for index in findings.indices where findings[index].platform == nil || findings[index].platform == platform {
      severity = max(severity, findings[index].severity)
      if findings[index].kind.integrity == .undetermined {
        if findings[index].kind == CheckFindings.notVerified { isQuick = true } else { isUndetermined = true }
      }
    }
    if !isQuick, integrity == .undetermined { isUndetermined = true }
    switch severity {
    case .error: self = .rejected
    case _ where isUndetermined: self = .undetermined
    case .warning: self = .atRisk
    case .note: self = isQuick ? .atRisk : .accepted
    }
  }
}
