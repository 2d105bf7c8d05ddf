/// Whole animations: cut, scaled, padded and made to fit.
extension GIFCodec: AnimationCoder {
  /// Without a budget the colours stay those of the file, and what scaling mixes fills the palette up.
  ///
  /// Bounded: each frame is decoded twice and written once, with a budget at most 24 and 6 times; 5 MB of frames that
  /// change everywhere take about half a second without and up to 8 seconds with a budget. Memory for a dozen screens.
  func fitted(
    _ bytes: Span<UInt8>, _ request: AnimationRequest, limits: Limits
  ) throws(PushImageError) -> BudgetedEncoding {
    let animation = try GIFAnimation(bytes, limits: limits)
    guard animation.screen.pixelCount <= Self.maxRecodedPixelCount else {
      throw PushImageError(
        .undecodable,
        "an animation of \(animation.screen) pixels is not changed; the limit is \(Self.maxRecodedPixelCount.grouped)")
    }
    var fitting = try GIFFitting(bytes, animation, request)
    let recoded =
      fitting.isIdentity ? try recoded(bytes, RecodingRequest(), limits: limits) ?? Array(copying: bytes) : nil
    return try fitting.run(bytes, recoded: recoded)
  }
}

extension Array where Element == UInt8 {
  /// The same bytes in memory of their own.
  init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
