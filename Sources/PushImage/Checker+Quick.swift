internal import PushImageFormats

extension Checker {
  /// Bytes from the start of a file that a quick check wants first. They hold the header of every PNG and GIF.
  public static let quickCheckByteCount = 4_096
  /// A quick check never wants more than the first so many bytes: 1 MiB.
  public static let maxQuickCheckByteCount = 1_048_576

  /// Sniffs one candidate, reads its header and judges format, sizes, limits, name and type. The rest of the file is
  /// not looked at, so `integrity` is never `intact` and no verdict is `accepted`; the note `check.not-verified` says so.
  ///
  /// - Parameter candidate: its first `quickCheckByteCount` bytes, and as many as `wantedByteCount(after:)` asks for;
  ///   of a candidate that is whole no more is read either.
  public func quickCheck(_ candidate: Candidate) -> Report {
    candidate.withSpan { bytes in
      var examination = Examination(format: Sniffer.sniff(bytes))
      let isOverLimit = candidate.byteCount > 0 && !isWithinLimit(candidate)
      if isOverLimit { examination.findings.append(notWhole(candidate, bytes.count)) }
      if let codec = codec(for: candidate, bytes, &examination) {
        let header = codec.readHeader(bytes, byteCount: candidate.byteCount, limits: limits)
        examination.info = header.info
        examination.findings += header.findings
        if header.info == nil, header.findings.isEmpty, !isOverLimit {
          examination.findings.append(notWhole(candidate, bytes.count))
        }
        let findings = examination.findings
        examination.findings = findings.isEmpty ? CheckFindings.quick : findings + CheckFindings.quick
      }
      return report(on: candidate, examination, sha256: nil)
    }
  }

  /// How many bytes of the file a quick check wants, when those of the candidate do not reach its header: JPEG puts
  /// metadata of any size in front. Nil when they are enough, or `maxQuickCheckByteCount` would not be.
  public func wantedByteCount(after candidate: Candidate) -> Int? {
    candidate.withSpan { Self.wantedByteCount(after: $0, ofFile: candidate.byteCount) }
  }

  /// The same for bytes that are not yet a candidate, of a file of `byteCount` bytes.
  package static func wantedByteCount(after bytes: Span<UInt8>, ofFile byteCount: Int) -> Int? {
    guard bytes.count < byteCount, bytes.count < maxQuickCheckByteCount, let format = Sniffer.sniff(bytes),
      let codec = ImageCodecs.codec(for: format), let wanted = codec.headerByteCount(bytes), wanted > bytes.count
    else { return nil }
    return min(wanted, byteCount, maxQuickCheckByteCount)
  }
}
