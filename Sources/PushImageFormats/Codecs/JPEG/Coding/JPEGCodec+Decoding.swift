internal import CImageCodecs

extension JPEGCodec {
  func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    var structure = JPEGStructure.readHeader(bytes, limits: limits, listsSegments: true)
    structure.noteLimits(limits)
    guard let frame = structure.frame, frame.unverifiedCoding == nil, frame.components.count <= 4 else {
      throw PushImageError(.undecodable, "the header of the JPEG is not one that can be decoded")
    }
    if let finding = structure.findings.first(where: { $0.kind.integrity == .undetermined }) {
      throw PushImageError(.undecodable, finding.message)
    }
    let profile = structure.metadata.profile(bytes, maxByteCount: limits.maxMetadataChunkByteCount)
    let size = size(of: frame, request)
    if size != PixelSize(width: frame.width, height: frame.height),
      let pixels = try JPEGReducedDecoder.decode(
        bytes, structure, to: size, layout: Self.layout(of: frame), limits: limits)
    {
      return Decoding(
        bitmap: Bitmap(size: size, layout: Self.layout(of: frame), bytes: pixels, iccProfile: profile))
    }
    var (decoding, result) = try pixels(of: frame, bytes, request, limits: limits)
    if request.isLenient, !result.isWhole, let end = lastWholeScan(bytes, before: result.stoppedAt, limits: limits) {
      // What broke the library off is left out, and what came before it is a picture.
      let refusal = decoding.complaints
      (decoding, result) = try pixels(of: frame, bytes.extracting(0..<end), request, limits: limits)
      decoding.complaints = Array((refusal + decoding.complaints).prefix(Self.maxComplaintCount))
    }
    guard result.isWhole, request.isLenient || result.job.damage.isEmpty else { throw result.job.failure }
    decoding.bitmap.iccProfile = profile
    return decoding
  }

  private static let maxComplaintCount = 16

  /// How a decoding job ended.
  private struct Outcome {
    let job: JPEGJob
    /// All rows came out.
    let isWhole: Bool
    let stoppedAt: Int
  }

  /// The end of the last scan that ended before `offset`; nil when none did, or it is the end of the file.
  private func lastWholeScan(_ bytes: Span<UInt8>, before offset: Int, limits: Limits) -> Int? {
    let ends = JPEGStructure.read(bytes, limits: limits, for: .reference).scanEnds
    return ends.last { $0 <= offset && $0 < bytes.count }
  }

  /// As asked for, but no larger than stored.
  private func size(of frame: JPEGFrame, _ request: DecodingRequest) -> PixelSize {
    guard let wanted = request.size else { return PixelSize(width: frame.width, height: frame.height) }
    return PixelSize(
      width: min(max(wanted.width, 1), frame.width), height: min(max(wanted.height, 1), frame.height))
  }

  private static func layout(of frame: JPEGFrame) -> Bitmap.Layout {
    switch frame.components.count {
    case 1, 2: .gray
    case 3: .rgb
    default: .cmyk
    }
  }

  private func pixels(
    of frame: JPEGFrame, _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> (Decoding, Outcome) {
    let size = size(of: frame, request)
    let layout = Self.layout(of: frame)
    var decoding = cimg_jpeg_decoding()
    decoding.source_width = UInt32(frame.width)
    decoding.source_height = UInt32(frame.height)
    decoding.width = UInt32(size.width)
    decoding.height = UInt32(size.height)
    decoding.channel_count = UInt32(layout.channelCount)
    decoding.max_coefficient_byte_count = UInt64(clamping: limits.maxCoefficientByteCount ?? 0)
    var budget = JPEGReferenceDecoder.budget(limits)
    var report = cimg_report()
    var rows = cimg_jpeg_rows()
    let byteCount = size.pixelCount * layout.channelCount
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe cimg_jpeg_decode(
          source.baseAddress, source.count, &decoding, &budget, &report, &rows, buffer.baseAddress)
      }
      count = byteCount
    }
    let job = JPEGJob(report)
    try job.requireMemory()
    var result = Decoding(bitmap: Bitmap(size: size, layout: layout, bytes: pixels))
    result.lostRowCount = Int(rows.lost_count)
    result.complaints = job.messages.prefix(Self.maxComplaintCount).map(\.text)
    return (result, Outcome(job: job, isWhole: rows.is_whole, stoppedAt: job.messages.last?.byteOffset ?? 0))
  }
}
