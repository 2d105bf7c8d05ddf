public import PushImageFormats

/// Checks candidates against platforms. Hermetic, and safe to use from many threads at once.
public struct Checker: Sendable {
  /// Whose demands count, in the order they were asked for.
  public let platforms: [Platform]
  /// What this library may spend on one candidate.
  public let limits: Limits

  /// - Parameters:
  ///   - platforms: whose demands count; at least one.
  ///   - policy: overrides of their numbers; default: none.
  public init(platforms: [Platform], policy: Policy = .default) {
    self.platforms = platforms
    self.limits = .default
  }

  /// Sniffs, verifies and judges one candidate.
  ///
  /// - Throws: `PushImageError` when the tool could not work; never because of the image.
  public func check(_ candidate: Candidate) throws(PushImageError) -> Report {
    try candidate.withSpan { (bytes: Span<UInt8>) throws(PushImageError) in
      Report(
        source: candidate.source, format: Sniffer.sniff(bytes), byteCount: candidate.byteCount,
        sha256: Digest.sha256(bytes), info: nil, integrity: .undetermined, verdict: .undetermined, platforms: [],
        findings: [], segments: [])
    }
  }
}
