/// JPEG: ITU-T T.81 with JFIF, EXIF, Adobe and multi-picture conventions.
///
/// Verified by two parts that know nothing of each other: `JPEGStructure` walks the markers to the last byte,
/// `JPEGReferenceDecoder` decodes every symbol. JPEG has no checksum: intact says "decodes completely".
struct JPEGCodec: ImageCodec {
  var format: ImageFormat { .jpeg }

  var findingKinds: [Finding.Kind] { JPEGFindings.all }

  func inspect(_ bytes: Span<UInt8>, limits: Limits) -> ImageInfo? {
    info(of: JPEGStructure.readHeader(bytes, limits: limits))
  }

  func readHeader(_ bytes: Span<UInt8>, byteCount: Int, limits: Limits) -> HeaderReading {
    var structure = JPEGStructure.readHeader(bytes, limits: limits)
    structure.noteLimits(limits)
    let isWhole = bytes.count == byteCount
    let findings = structure.findings + structure.metadata.findings
    return HeaderReading(
      info: info(of: structure), findings: isWhole ? findings : findings.filter { $0.kind != JPEGFindings.truncated })
  }

  func headerByteCount(_ bytes: Span<UInt8>) -> Int? { JPEGStructure.headerByteCount(bytes) }

  func verify(
    _ bytes: Span<UInt8>, limits: Limits, engine: VerificationEngine
  ) throws(PushImageError) -> Verification {
    var structure = JPEGStructure.read(bytes, limits: limits, for: engine)
    var profile: JPEGMetadata.EmbeddedProfile?
    if let frame = structure.frame {
      profile = structure.metadata.finishProfile(bytes, componentCount: frame.components.count)
    }
    var info = info(of: structure)
    info?.iccByteCount = profile?.byteCount
    info?.iccColorSpace = profile?.profile?.colorSpace
    info?.isWideGamut = profile?.profile?.isWideGamut ?? false

    var findings = structure.findings
    if !structure.isDecided {
      let complaints = try pixelFindings(bytes, structure, limits: limits, engine: engine)
      // What the walk found too, it found with the exact byte.
      let known = structure.findings + structure.metadata.findings
      findings += complaints.filter { complaint in !known.contains { $0.kind == complaint.kind } }
    } else if structure.endsAfterScan {
      findings.append(
        Finding(
          JPEGFindings.missingEOI, "file ends after \(counted(bytes.count, "byte")) without the marker EOI",
          at: bytes.count))
    }
    return Verification(
      info: info, findings: findings + structure.metadata.findings, segments: structure.segments.segments,
      textRanges: structure.metadata.textRanges)
  }

  /// What the engine says of the scans.
  private func pixelFindings(
    _ bytes: Span<UInt8>, _ structure: JPEGStructure, limits: Limits, engine: VerificationEngine
  ) throws(PushImageError) -> [Finding] {
    if let frame = structure.frame, frame.decoder(for: engine) == .native {
      let findings = JPEGNativeDecoder.findings(
        bytes, of: frame, scanEnds: structure.scanEnds, endsAfterScan: structure.endsAfterScan, limits: limits)
      if let findings { return findings }
      // What only the reference can tell is told within the reference's limits.
      if let limit = structure.scanLimit(limits, for: .reference) { return [limit] }
    }
    return try JPEGReferenceDecoder.findings(bytes, endsAfterScan: structure.endsAfterScan, limits: limits)
  }

  /// The facts, without the colour profile.
  private func info(of structure: JPEGStructure) -> ImageInfo? {
    guard let frame = structure.frame else { return nil }
    let metadata = structure.metadata
    let model = frame.colorModel(hasJFIF: metadata.hasJFIF, adobeTransform: metadata.adobeTransform)
    var info = ImageInfo(width: frame.width, height: frame.height, bitDepth: frame.precision, colorModel: model)
    info.isProgressive = frame.isProgressive
    info.isArithmeticCoded = frame.isArithmetic
    info.unverifiedCoding = frame.unverifiedCoding
    info.orientation = metadata.orientation ?? 1
    info.hasGPS = metadata.hasGPS
    info.metadataByteCount = metadata.byteCount
    info.thumbnailCount = metadata.thumbnailCount
    if (metadata.pictureCount ?? 0) > 1 { info.variant = .mpo }
    return info
  }
}
