public import PushImageFormats

extension Report {
  /// The worst severity of any finding; nil when there is none.
  public var worstSeverity: Finding.Severity? { findings.map(\.severity).max() }

  /// The findings that concern a platform, by its id: those of the file and its own.
  public func findings(on platform: String) -> [Finding] {
    findings.filter { $0.platform == nil || $0.platform == platform }
  }

  /// The verdict of a platform, by its id; nil when it was not asked for.
  public func verdict(on platform: String) -> Verdict? {
    platforms.first { $0.platform == platform }?.verdict
  }
}
