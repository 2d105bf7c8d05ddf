public import PushImageFormats

/// Checks candidates against platforms. Hermetic, and safe to use from many threads at once.
public struct Checker: Sendable {
  /// Whose demands count, in the order they were asked for, with the policy's numbers.
  public let platforms: [Platform]
  /// What this library may spend on one candidate, by the policy.
  public let limits: Limits
  /// Who reads the pixels.
  public let engine: EngineSelection
  /// What each platform demands, in the order of the platforms and of the rules.
  private let demand: Demand
  /// The rules that hold whatever the platform.
  private let generalRules: [any Rule]

  /// - Parameters:
  ///   - platforms: whose demands count; at least one.
  ///   - policy: overrides of their numbers; default: none.
  ///   - engine: who reads the pixels; default: native.
  public init(platforms: [Platform], policy: Policy = .default, engine: EngineSelection = .default) {
    precondition(!platforms.isEmpty, "a picture is checked for at least one platform")
    let platforms = platforms.map(policy.apply)
    self.platforms = platforms
    self.demand = Self.joined(platforms.flatMap { platform in Rules.all.compactMap { $0.demand(on: platform) } })
    self.generalRules = Rules.all.filter { !$0.findingKinds.isEmpty }
    self.limits = policy.limits
    self.engine = engine
  }

  /// One demand that makes all of them in turn. What a closure holds need not be retained to be called, what an array
  /// holds must be: 16 times for two platforms, a tenth of what a quick check takes.
  private static func joined(_ demands: [Demand]) -> Demand {
    var all = Demand { _ in }
    for latter in demands {
      let former = all
      all = Demand { picture in
        former(picture)
        latter(picture)
      }
    }
    return all
  }

  /// Sniffs, verifies and judges one candidate.
  ///
  /// - Throws: `PushImageError` when the tool could not work; never because of the image.
  public func check(_ candidate: Candidate) throws(PushImageError) -> Report {
    try candidate.withSpan { (bytes: Span<UInt8>) throws(PushImageError) in
      let examination = try examine(bytes, of: candidate)
      return report(
        on: candidate, examination, sha256: candidate.isWhole ? Digest.sha256(bytes) : candidate.wholeDigest)
    }
  }

  /// What the bytes themselves tell.
  struct Examination {
    var format: ImageFormat?
    var info: ImageInfo?
    var findings: [Finding] = []
    var segments: [Segment] = []
    var isVerified = false

    /// Nothing that was not verified is intact.
    var integrity: Integrity {
      var worst = isVerified ? Integrity.intact : .undetermined
      for index in findings.indices { worst = max(worst, findings[index].kind.integrity) }
      return worst
    }
  }

  private func examine(_ bytes: Span<UInt8>, of candidate: Candidate) throws(PushImageError) -> Examination {
    var examination = Examination(format: Sniffer.sniff(bytes))
    let isReadable = candidate.isWhole && isWithinLimit(candidate)
    if candidate.byteCount > 0, !isReadable, candidate.wholeDigest == nil {
      examination.findings.append(notWhole(candidate, bytes.count))
    }
    guard let codec = codec(for: candidate, bytes, &examination) else { return examination }
    if isReadable {
      try verify(bytes, with: codec, into: &examination)
    } else {
      examination.info = codec.inspect(bytes, limits: limits)
    }
    return examination
  }

  /// Whether a file that begins like this is read to its end; of any other the beginning tells all there is to tell.
  package static func verifies(fileBeginningWith bytes: Span<UInt8>) -> Bool {
    Sniffer.sniff(bytes).flatMap(ImageCodecs.codec) != nil
  }

  /// Whether the whole file may be read.
  func isWithinLimit(_ candidate: Candidate) -> Bool {
    limits.maxByteCount.map { candidate.byteCount <= $0 } ?? true
  }

  /// How much of the file was read, and why not more.
  func notWhole(_ candidate: Candidate, _ readByteCount: Int) -> Finding {
    FileFindings.notWhole(
      byteCount: candidate.byteCount, readByteCount: readByteCount, maxByteCount: limits.maxByteCount)
  }

  /// Who reads the format; nil, with a finding where that is a fault, when nobody does.
  func codec(
    for candidate: Candidate, _ bytes: Span<UInt8>, _ examination: inout Examination
  ) -> (any ImageCodec)? {
    guard candidate.byteCount > 0 else {
      examination.findings = [Finding(FileFindings.empty, "file is 0 bytes")]
      return nil
    }
    guard let format = examination.format else {
      // Of a file whose beginning was not given nothing can be said.
      if !bytes.isEmpty {
        examination.findings.append(
          Finding(FileFindings.formatUnknown, "the bytes begin like no known format", at: 0))
      }
      return nil
    }
    guard format.family == .image else {
      examination.findings.append(FileFindings.notAnImage(format))
      return nil
    }
    return ImageCodecs.codec(for: format)
  }

  private func verify(
    _ bytes: Span<UInt8>, with codec: any ImageCodec, into examination: inout Examination
  ) throws(PushImageError) {
    let verification = try engine.verify(bytes, with: codec, limits: limits)
    examination.isVerified = true
    examination.info = verification.info
    examination.segments = verification.segments
    examination.findings += Polyglot.name(verification.findings, in: bytes)
    if let markup = EmbeddedMarkup.find(in: verification.textRanges, of: bytes) {
      examination.findings.append(markup)
    }
  }

  /// The examination judged by every rule.
  func report(on candidate: Candidate, _ examination: consuming Examination, sha256: String?) -> Report {
    let picture = Assessment(
      Subject(
        name: candidate.name, declaredType: candidate.declaredType, byteCount: candidate.byteCount,
        format: examination.format, info: examination.info, integrity: examination.integrity),
      findings: examination.findings)
    for rule in generalRules {
      // Most rules have nothing to say of most pictures.
      let found = rule.findings(for: picture.subject)
      if !found.isEmpty { picture.findings += found }
    }
    demand(picture)
    let integrity = picture.subject.integrity
    let findings = picture.findings
    var worst = Verdict.accepted
    var verdicts: [Report.PlatformVerdict] = []
    verdicts.reserveCapacity(platforms.count)
    // By index: a platform is large, and only its name counts.
    for index in platforms.indices {
      let id = platforms[index].id
      let verdict = Verdict(of: findings, integrity: integrity, on: id)
      worst = max(worst, verdict)
      verdicts.append(Report.PlatformVerdict(platform: id, verdict: verdict))
    }
    return Report(
      source: candidate.source, format: examination.format, byteCount: candidate.byteCount, sha256: sha256,
      info: examination.info, integrity: integrity, verdict: worst, platforms: verdicts, findings: findings,
      segments: examination.segments)
  }
}
