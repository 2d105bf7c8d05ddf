public import PushImageFormats

extension Verdict {
  /// What findings come to on one platform: an error about the candidate rejects it; else whatever could not be told
  /// leaves it undetermined; else a warning puts it at risk; notes weigh nothing.
  ///
  /// - Parameters:
  ///   - findings: of every platform and of none; those of other platforms are passed over.
  ///   - integrity: of the whole file.
  ///   - platform: by `Platform.id`.
  public init(of findings: [Finding], integrity: Integrity, on platform: String) {
    let concerned = findings.filter { $0.platform == nil || $0.platform == platform }
    let severity = concerned.map(\.severity).max()
    let isUndetermined = integrity == .undetermined || concerned.contains { $0.kind.integrity == .undetermined }
    switch severity {
    case .error: self = .rejected
    case _ where isUndetermined: self = .undetermined
    case .warning: self = .atRisk
    case .note, nil: self = .accepted
    }
  }
}
