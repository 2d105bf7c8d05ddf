import PushImageFormats

extension Report {
  /// The report of a source that gave no bytes: nothing is known of it but why.
  ///
  /// Undetermined on every platform, whatever the severity of the findings: nobody saw a picture that could be refused.
  package init(source: String?, platforms: [Platform], unreadBecause findings: [Finding]) {
    self.init(
      source: source, format: nil, byteCount: 0, sha256: nil, info: nil, integrity: .undetermined,
      verdict: .undetermined,
      platforms: platforms.map { PlatformVerdict(platform: $0.id, verdict: .undetermined) }, findings: findings,
      segments: [])
    isUnread = true
  }

  /// The same report with what was found on the way to the bytes, which concerns every platform; it comes first.
  ///
  /// An error there is one of a picture that came all the same, such as a signed URL that will have run out: rejected.
  package func adding(origin findings: [Finding]) -> Report {
    var report = self
    report.findings = findings + report.findings
    let least: Verdict
    switch findings.map(\.severity).max() {
    case .error: least = .rejected
    case .warning: least = .atRisk
    default: return report
    }
    report.platforms = platforms.map {
      PlatformVerdict(platform: $0.platform, verdict: max($0.verdict, least))
    }
    report.verdict = max(verdict, least)
    return report
  }
}
