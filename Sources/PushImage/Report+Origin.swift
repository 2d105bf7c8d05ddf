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
  package func adding(origin findings: [Finding]) -> Report {
    var report = self
    report.findings = findings + report.findings
    guard findings.contains(where: { $0.severity > .note }) else { return report }
    report.platforms = platforms.map {
      PlatformVerdict(platform: $0.platform, verdict: max($0.verdict, .atRisk))
    }
    report.verdict = max(verdict, .atRisk)
    return report
  }
}
