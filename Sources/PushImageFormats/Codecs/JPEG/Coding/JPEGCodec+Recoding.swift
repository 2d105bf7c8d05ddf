internal import CImageCodecs

extension JPEGCodec {
  func stripped(
    _ bytes: Span<UInt8>, retention: Retention, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let structure = JPEGStructure.read(bytes, limits: limits, for: .default)
    guard try lacksNothing(bytes, structure, limits: limits),
      let kept = JPEGStripper.strip(bytes, structure, retention: retention, limits: limits)
    else { return nil }
    return kept.count == bytes.count && bytes.matches(kept, at: 0) ? nil : kept
  }

  /// The end marker is there, or it is all that is missing.
  private func lacksNothing(
    _ bytes: Span<UInt8>, _ structure: JPEGStructure, limits: Limits
  ) throws(PushImageError) -> Bool {
    guard structure.endOfImage == nil else { return true }
    let damage = try verify(bytes, limits: limits).findings.filter { $0.kind.integrity != .intact }
    return damage.allSatisfy { $0.kind == JPEGFindings.missingEOI || $0.severity == .warning }
  }

  func recoded(
    _ bytes: Span<UInt8>, _ request: RecodingRequest, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let structure = JPEGStructure.read(bytes, limits: limits, for: .reference)
    guard !structure.isDecided, let frame = structure.frame,
      try lacksNothing(bytes, structure, limits: limits)
    else { return nil }
    let changesProgression =
      request.progression != .keep && (request.progression == .progressive) != frame.isProgressive
    let mayGrow = changesProgression || request.bakedOrientation != 1 || frame.isArithmetic
    let plain = try coefficientsRecoded(bytes, request, maxByteCount: mayGrow ? 0 : bytes.count, limits: limits)
    let kept =
      mayGrow ? nil : JPEGStripper.strip(bytes, structure, retention: request.retention, limits: limits)
    guard let plain else { return smaller(kept, than: bytes) }
    let whole = withKeptSegments(plain, bytes, structure, request, limits: limits)
    if mayGrow { return whole }
    if let kept, kept.count <= whole.count { return smaller(kept, than: bytes) }
    return smaller(whole, than: bytes)
  }

  private func smaller(_ file: [UInt8]?, than bytes: Span<UInt8>) -> [UInt8]? {
    file.flatMap { $0.count < bytes.count ? $0 : nil }
  }

  /// Coefficients with the best Huffman tables, without metadata; nil when the library refuses or it becomes too long.
  private func coefficientsRecoded(
    _ bytes: Span<UInt8>, _ request: RecodingRequest, maxByteCount: Int, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    var recoding = cimg_jpeg_recoding()
    recoding.progression =
      switch request.progression {
      case .keep: Int32(CIMG_JPEG_KEEP.rawValue)
      case .baseline: Int32(CIMG_JPEG_BASELINE.rawValue)
      case .progressive: Int32(CIMG_JPEG_PROGRESSIVE.rawValue)
      }
    recoding.orientation = Int32(clamping: request.bakedOrientation)
    recoding.max_byte_count = maxByteCount
    recoding.max_coefficient_byte_count = UInt64(clamping: limits.maxCoefficientByteCount ?? 0)
    let (made, job) = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe JPEGJob.makeBytes(limits: limits) { budget, report, output in
        unsafe cimg_jpeg_recode(source.baseAddress, source.count, &recoding, budget, report, output)
      }
    }
    try job.requireMemory()
    return made
  }

  /// Orientation and profile behind the headers that libjpeg writes.
  private func withKeptSegments(
    _ plain: [UInt8], _ bytes: Span<UInt8>, _ structure: JPEGStructure, _ request: RecodingRequest, limits: Limits
  ) -> [UInt8] {
    let orientation = request.bakedOrientation == 1 ? structure.metadata.orientation ?? 1 : 1
    let isTurned = request.retention.keepsOrientation && orientation != 1
    let profile =
      request.retention.keepsColorProfile
      ? structure.metadata.profile(bytes, maxByteCount: limits.maxByteCount) : nil
    return Self.inserting(orientation: isTurned ? orientation : 1, profile: profile, into: plain)
  }

  /// Puts segments behind SOI and the JFIF header of a file that libjpeg wrote.
  static func inserting(orientation: Int, profile: [UInt8]?, into file: [UInt8]) -> [UInt8] {
    guard orientation != 1 || profile != nil else { return file }
    let hasJFIF = file.count > 20 && file[2] == 0xFF && file[3] == 0xE0
    let headerEnd = hasJFIF ? 20 : 2
    var writer = JPEGSegmentWriter(capacity: file.count + (profile?.count ?? 0) + 1_024)
    writer.copy(file.span, 2..<headerEnd)
    if orientation != 1 { writer.appendOrientation(orientation) }
    if let profile { writer.appendProfile(profile) }
    writer.copy(file.span, headerEnd..<file.count)
    return writer.bytes
  }
}
