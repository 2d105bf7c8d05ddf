/// GIF87a and GIF89a, still or animated.
struct GIFCodec: ImageCodec {
  /// Makes the codec; it keeps nothing.
  init() {}

  /// GIF.
  var format: ImageFormat { .gif }

  /// See `GIFFindings`.
  var findingKinds: [Finding.Kind] { GIFFindings.kinds }

  /// The logical screen and the depth of the global palette. Frames are counted only by `verify`.
  func inspect(_ bytes: Span<UInt8>, limits: Limits) -> ImageInfo? {
    var info = GIFStructure(header: bytes)?.info
    info?.frameCount = 1
    return info
  }

  /// The logical screen and the global palette, as far as they are at hand.
  func readHeader(_ bytes: Span<UInt8>, byteCount: Int, limits: Limits) -> HeaderReading {
    let structure = GIFStructure(screenOf: bytes, limits: limits)
    var info = structure.info
    info?.frameCount = 1
    let isWhole = bytes.count == byteCount
    let findings = structure.faults.findings.filter { isWhole || $0.kind != GIFFindings.truncated }
    return HeaderReading(info: info, findings: findings)
  }

  /// Walks the blocks, then the compressed data of every frame, and last asks giflib.
  ///
  /// Each step runs only if the one before found neither damage nor a limit, so that a hostile file costs little.
  func verify(
    _ bytes: Span<UInt8>, limits: Limits, engine: VerificationEngine
  ) throws(PushImageError) -> Verification {
    var structure = GIFStructure(bytes, limits: limits)
    if let finding = totalPixelsFinding(structure, limits, engine) { structure.faults.add(finding) }
    if !structure.faults.endsTheWork { readFrameData(bytes, &structure, ProcessorBudget(limits)) }
    if engine == .reference, !structure.faults.endsTheWork {
      let isWhole = structure.faults.findings.allSatisfy { $0.kind != GIFFindings.missingTrailer }
      for finding in try GIFReferenceDecoder.findings(bytes, limits: limits) {
        // giflib reads on where the trailer should be: that is known already.
        if isWhole || finding.kind != GIFFindings.truncated { structure.faults.add(finding) }
      }
    }
    return Verification(
      info: structure.info, findings: structure.faults.findings, segments: structure.segmentList.segments,
      textRanges: structure.textRanges)
  }

  /// The native walk costs time by bytes, giflib by pixels; each has its own limit.
  private func totalPixelsFinding(
    _ structure: GIFStructure, _ limits: Limits, _ engine: VerificationEngine
  ) -> Finding? {
    let name = engine == .native ? "maxTotalPixelCount" : "maxDecodedPixelCount"
    guard let limit = engine == .native ? limits.maxTotalPixelCount : limits.maxDecodedPixelCount,
      structure.framePixelSum > limit
    else { return nil }
    let sum = structure.framePixelSum.grouped
    return Finding(
      LimitFindings.totalPixelsTooLarge,
      "all frames together have \(sum) pixels; the limit \(name) is \(limit.grouped)",
      actual: structure.framePixelSum, limit: limit, unit: .pixels)
  }

  private func readFrameData(_ bytes: Span<UInt8>, _ structure: inout GIFStructure, _ time: ProcessorBudget) {
    var decoder = GIFLZW()
    for (index, frame) in structure.frames.enumerated() {
      let outcome = decoder.read(bytes, frame: frame)
      guard index % 16 > 0 || !time.isUsedUp else { return structure.faults.add(time.finding) }
      for (kind, message) in Self.faults(outcome, frame, index) {
        structure.faults.add(kind, message, at: outcome.byteOffset, frame: index)
      }
    }
  }

  private static func faults(_ outcome: GIFLZW.Outcome, _ frame: GIFFrame, _ index: Int) -> [(Finding.Kind, String)] {
    var faults: [(Finding.Kind, String)] = []
    let wanted = frame.pixelCount.grouped
    let got = min(outcome.pixelCount, frame.pixelCount).grouped
    if let code = outcome.illegalCode {
      let place = outcome.pixelCount > frame.pixelCount ? "its last pixel" : "\(got) of \(wanted) pixels"
      let message = "frame \(index) has the undefined code \(code) after \(place)"
      faults.append((GIFFindings.malformedFrameData, message))
    } else if outcome.pixelCount < frame.pixelCount {
      faults.append((GIFFindings.truncatedFrame, "frame \(index) has data for \(got) of \(wanted) pixels"))
    } else if outcome.pixelCount > frame.pixelCount {
      let excess = (outcome.pixelCount - frame.pixelCount).grouped
      let message = "frame \(index) has data for \(excess) pixels more than its \(wanted)"
      faults.append((GIFFindings.trailingPixels, message))
    }
    if let color = outcome.indexOverPalette {
      let message = "frame \(index) uses color \(color); its palette has \(frame.colorCount ?? 0)"
      faults.append((GIFFindings.indexMismatch, message))
    }
    return faults
  }
}
