internal import CImageCodecs

/// Decodes the still picture of a PNG to 8-bit channels, scaled down on the way if wished.
///
/// A picture that is not interlaced is scaled while its rows are inflated, in memory for a few of them.
struct PNGPixels {
  let source: PNGSource
  let request: DecodingRequest
  private let expander: PNGRowExpander

  init(_ source: PNGSource, _ request: DecodingRequest) {
    self.source = source
    self.request = request
    expander = PNGRowExpander(source.header, palette: source.palette, key: source.key)
  }

  /// The pixels, with no profile yet.
  func decode(_ bytes: Span<UInt8>) throws(PushImageError) -> Decoding {
    let size = PixelSize(width: source.header.width, height: source.header.height)
    let wanted = request.size ?? size
    if source.header.isInterlaced { return try decodeInterlaced(bytes, size, wanted) }
    return wanted == size ? try decodeWhole(bytes, size) : try decodeScaled(bytes, size, wanted)
  }

  private func decodeWhole(_ bytes: Span<UInt8>, _ size: PixelSize) throws(PushImageError) -> Decoding {
    let rowByteCount = size.width * expander.layout.channelCount
    var pixels = [UInt8](repeating: 0, count: rowByteCount * size.height)
    var reader = PNGRowReader(source)
    var rowCount = 0
    while rowCount < size.height, reader.next(bytes, byteCount: source.header.rowByteCount) {
      var target = pixels.mutableSpan
      reader.withRow(source.header.rowByteCount) { row in
        expander.expand(row, to: &target, at: rowCount * rowByteCount)
      }
      rowCount += 1
    }
    let bitmap = Bitmap(size: size, layout: expander.layout, bytes: pixels)
    return try decoding(bitmap, rowCount, reader.end)
  }

  private func decodeScaled(
    _ bytes: Span<UInt8>, _ size: PixelSize, _ wanted: PixelSize
  ) throws(PushImageError) -> Decoding {
    var scaler = try RowScaler(from: size, to: wanted, layout: expander.layout)
    var row = [UInt8](repeating: 0, count: expander.isIdentity ? 0 : size.width * expander.layout.channelCount)
    var reader = PNGRowReader(source)
    var rowCount = 0
    while rowCount < size.height, reader.next(bytes, byteCount: source.header.rowByteCount) {
      if expander.isIdentity {
        reader.withRow(source.header.rowByteCount) { scaler.push($0) }
      } else {
        var target = row.mutableSpan
        reader.withRow(source.header.rowByteCount) { expander.expand($0, to: &target, at: 0) }
        scaler.push(row.span)
      }
      rowCount += 1
    }
    return try decoding(scaler.finish(iccProfile: nil), rowCount, reader.end)
  }

  /// All rows are there only with the last pass, so that the whole picture is held as it is stored.
  private func decodeInterlaced(
    _ bytes: Span<UInt8>, _ size: PixelSize, _ wanted: PixelSize
  ) throws(PushImageError) -> Decoding {
    let (raster, lost, _) = try PNGRaster.read(bytes, source, isLenient: request.isLenient)
    let stored = raster.header.rowByteCount
    let rowByteCount = size.width * expander.layout.channelCount
    var pixels = [UInt8](repeating: 0, count: rowByteCount * (wanted == size ? size.height : 1))
    var scaler = try RowScaler(from: size, to: wanted, layout: expander.layout)
    for y in 0..<size.height {
      var target = pixels.mutableSpan
      let row = raster.rows.span.extracting(y * stored..<(y + 1) * stored)
      expander.expand(row, to: &target, at: wanted == size ? y * rowByteCount : 0)
      if wanted != size { scaler.push(pixels.span) }
    }
    let scaled = scaler.finish(iccProfile: nil)
    var decoding = Decoding(
      bitmap: wanted == size ? Bitmap(size: size, layout: expander.layout, bytes: pixels) : scaled)
    if lost > 0 { note(lost, &decoding) }
    return decoding
  }

  private func decoding(
    _ bitmap: Bitmap, _ rowCount: Int, _ end: PNGRowReader.End?
  ) throws(PushImageError) -> Decoding {
    let lost = source.header.height - rowCount
    guard lost == 0 || request.isLenient else { throw PNGRaster.damage(end, rowCount, source.header) }
    var decoding = Decoding(bitmap: bitmap)
    if lost > 0 { note(lost, &decoding) }
    return decoding
  }

  private func note(_ lostRowCount: Int, _ decoding: inout Decoding) {
    decoding.lostRowCount = lostRowCount
    decoding.complaints.append(
      "\(lostRowCount.grouped) of \(counted(source.header.height, "row")) could not be unpacked")
  }
}

extension PNGSource {
  /// The ICC profile, inflated; nil when there is none that can be read, or it is of another colour model.
  ///
  /// A picture without one is taken for sRGB: so are gAMA and cHRM chunks by phones, and cICP says no ICC profile.
  func iccProfile(_ bytes: Span<UInt8>, limits: Limits) -> [UInt8]? {
    guard let chunk = chunks.chunks.prefix(while: { $0.type != .imageData }).first(where: { $0.type == .profile }),
      PNGChunkList.isSound(chunk, bytes)
    else { return nil }
    let data = bytes.extracting(chunk.dataRange)
    guard let start = PNGText.Compressed(data, isInternational: false), start.method == 0 else { return nil }
    let deflated = data.extracting(start.dataOffset..<data.count)
    let most = min(limits.maxMetadataChunkByteCount ?? .max, PNGProfiles.maxByteCount)
    let inflated = PNGProfiles.inflate(deflated, maxByteCount: most)
    guard inflated.end == .whole, let profile = PNGProfiles.bytes(deflated, byteCount: inflated.byteCount),
      let facts = ICCProfile.read(profile.span), facts.colorSpace == (header.isGray ? "GRAY" : "RGB")
    else { return nil }
    return profile
  }
}

extension PNGProfiles {
  /// The first `byteCount` inflated bytes; nil when there are fewer.
  static func bytes(_ deflated: Span<UInt8>, byteCount: Int) -> [UInt8]? {
    var kept = [UInt8](repeating: 0, count: byteCount)
    var result = cimg_inflated()
    unsafe deflated.withUnsafeBufferPointer { source in
      unsafe kept.withUnsafeMutableBufferPointer { target in
        unsafe cimg_inflate(source.baseAddress, source.count, 0, target.baseAddress, target.count, &result)
      }
    }
    return Int(clamping: result.kept_byte_count) == byteCount ? kept : nil
  }
}
