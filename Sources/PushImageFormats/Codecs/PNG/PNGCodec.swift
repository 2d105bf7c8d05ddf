/// PNG, still or animated; Xcode's CgBI form is recognised and not verified.
struct PNGCodec: ImageCodec {
  /// Makes the codec; it keeps nothing.
  init() {}

  /// PNG.
  var format: ImageFormat { .png }

  /// See `PNGFindings`.
  var findingKinds: [Finding.Kind] { PNGFindings.kinds }

  /// The header, and what the chunks before the picture data add to it. Checks no CRC.
  func inspect(_ bytes: Span<UInt8>, limits: Limits) -> ImageInfo? {
    var structure = PNGStructure(limits: PNGLimits(limits))
    structure.walkHeader(bytes)
    return structure.info
  }

  /// The header and the chunks before the picture data, as far as they are at hand.
  func readHeader(_ bytes: Span<UInt8>, byteCount: Int, limits: Limits) -> HeaderReading {
    var structure = PNGStructure(limits: PNGLimits(limits, isTimed: false))
    structure.walkHeader(bytes)
    let findings = structure.findings.summarized
    let isWhole = bytes.count == byteCount
    return HeaderReading(
      info: structure.info, findings: isWhole ? findings : findings.filter { $0.kind != PNGFindings.truncated })
  }

  /// Walks all chunks, then reads the rows of the picture by the engine, and those of an animation's frames.
  ///
  /// The pixels are looked at only if the walk found no damage of error severity and no limit: a hostile file costs
  /// little. Not checked: that text is readable, and anything that only the colours of pixels could tell.
  func verify(
    _ bytes: Span<UInt8>, limits: Limits, engine: VerificationEngine
  ) throws(PushImageError) -> Verification {
    let limits = PNGLimits(limits)
    var structure = PNGStructure(limits: limits)
    structure.walk(bytes)
    guard !structure.metadata.isOutOfMemory else {
      throw PushImageError(.outOfMemory, "no memory left to unpack the metadata of a PNG")
    }
    var findings = structure.findings
    if !findings.endsTheWork, let picture = PNGPicture(structure, limits: limits) {
      try picture.verifyImage(bytes, engine: engine, findings: &findings)
      if !findings.endsTheWork { picture.verifyFrames(bytes, findings: &findings) }
    }
    return Verification(
      info: structure.info, findings: findings.summarized, segments: structure.segments.segments,
      textRanges: structure.textRanges)
  }
}
