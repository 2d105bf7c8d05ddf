/// PNGs are stripped by copying chunks, and re-coded from the pixels.
extension PNGCodec: PictureCoder {
  /// Copies header, palette, transparency, picture data and what `retention` names. Ancillary chunks that are broken go,
  /// and so does an animation with anything wrong about it.
  func stripped(
    _ bytes: Span<UInt8>, retention: Retention, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let source = try PNGSource(bytes, limits: limits)
    var stripper = PNGStripper(bytes, source, retention: retention, limits: limits)
    let result = stripper.strip(bytes, limits: limits)
    return result.span.isEqual(to: bytes) ? nil : result
  }

  /// Rows from top to bottom in the smallest colour type, depth, palette and filters that were found, deflated anew.
  ///
  /// A file whose picture data go on behind the picture is re-coded even when it grows. Throws when rows are missing, and
  /// when libdeflate is. Animations are only stripped. `request.bakedOrientation` is not for PNG.
  func recoded(
    _ bytes: Span<UInt8>, _ request: RecodingRequest, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    guard request.bakedOrientation == 1 else { return nil }
    return try PNGRecoder(retention: request.retention, limits: limits).recoded(bytes)
  }

  /// The still picture: of an animation whose first frame is not the still picture, that too.
  func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    let source = try PNGSource(bytes, limits: limits)
    var decoding = try PNGPixels(source, request).decode(bytes)
    decoding.bitmap.iccProfile = source.iccProfile(bytes, limits: limits)
    return decoding
  }

  /// Exactly these pixels, or as many colours as `quality` names: two to the power of 0.08 times it, 256 at 100.
  ///
  /// - Precondition: the layout is not CMYK.
  func encode(_ bitmap: Bitmap, _ request: EncodingRequest) throws(PushImageError) -> [UInt8] {
    guard let quality = request.quality else { return try PNGFile.exact(bitmap, request.effort) }
    let palette = ColorQuantizer.palette(
      for: ColorHistogram(bitmap), maxColorCount: PNGFile.colorCount(ofQuality: quality))
    return try PNGFile.indexed(IndexedBitmap(bitmap, palette: palette, dithering: 0.5), bitmap, request.effort)
  }

  /// Without loss if that fits, else with fewer colours, fewer pixels or both, whichever looks most like it.
  ///
  /// - Precondition: the layout is not CMYK.
  func encode(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    var search = PNGBudgetSearch(bitmap, budget)
    return try search.run()
  }
}

extension Span where Element == UInt8 {
  /// Whether both hold the same bytes.
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
