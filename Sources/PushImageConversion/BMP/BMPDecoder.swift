public import PushImageFormats

/// BMP, read by this library: OS/2 and Windows headers to version 5; 1, 2, 4, 8, 16, 24 and 32 bits; run lengths;
/// bit fields; rows in either order.
///
/// Does not read the JPEG, PNG and fax data that printers take inside a BMP, nor calibrated primaries of version 4.
public struct BMPDecoder: PictureDecoder {
  /// Windows and OS/2 bitmaps.
  public let format = ImageFormat.bmp

  /// Nothing to set.
  public init() {}

  /// The pixels from top to bottom; a BMP has no orientation.
  ///
  /// Pixels that run lengths leave out have the first colour. An alpha channel of nothing but zeros is taken for none,
  /// as writers leave it unset.
  public func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    let refusal = ForeignRefusal(format: format, limits: limits)
    let header = try BMPHeader(bytes, refusal: refusal)
    let pixelCount = header.size.pixelCount
    guard pixelCount <= limits.maxPixelCount ?? .max else {
      throw refusal.overPixels("picture has \(header.size) pixels")
    }
    let (decoding, isTransparent) = try read(header, bytes, request, refusal: refusal, ignoresAlpha: false)
    guard isTransparent else { return decoding }
    return try read(header, bytes, request, refusal: refusal, ignoresAlpha: true).decoding
  }

  /// The picture, and whether it has an alpha channel of nothing but zeros.
  private func read(
    _ header: BMPHeader, _ bytes: Span<UInt8>, _ request: DecodingRequest, refusal: ForeignRefusal, ignoresAlpha: Bool
  ) throws(PushImageError) -> (decoding: Decoding, isTransparent: Bool) {
    var source = try BMPRows(header, bytes, ignoresAlpha: ignoresAlpha)
    guard request.isLenient || source.missingRowCount == 0 else {
      throw refusal.undecodable(
        "BMP is cut: \(counted(source.missingRowCount, "row")) of \(header.size.height.grouped) are missing")
    }
    var rows = try PictureRows(of: header.size, layout: source.layout, scaledTo: request.size)
    var row = [UInt8](repeating: 0, count: header.size.width * source.layout.channelCount)
    for y in 0..<header.size.height {
      source.read(y, of: bytes, into: &row)
      rows.push(row)
    }
    let profile = header.iccProfile(in: bytes, limits: refusal.limits)
    let suitable = profile.flatMap { source.layout.suits(iccProfile: $0) ? $0 : nil }
    var decoding = Decoding(bitmap: rows.finish(iccProfile: suitable).withoutFullOpacity)
    decoding.lostRowCount = source.missingRowCount
    return (decoding, source.layout.hasAlpha && !source.hasSeenAlpha)
  }
}
