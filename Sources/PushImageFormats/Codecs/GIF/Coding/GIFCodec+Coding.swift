/// What `prepare` does to GIFs.
extension GIFCodec: PictureCoder {
  /// See `GIFStripper`.
  func stripped(
    _ bytes: Span<UInt8>, retention: Retention, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let structure = GIFStructure(bytes, limits: limits)
    if structure.faults.endsTheWork { throw Self.undecodable(structure) }
    return GIFStripper.strip(bytes, structure, retention)
  }

  /// Every canvas is the same and shown as long, in the fewest bytes found; nil when that is not fewer.
  ///
  /// Frames that show what is shown already make the one before last longer. Costs two decodings and a few compressions
  /// of what changes: about a second for 5 MB. Screens of more than `maxRecodedPixelCount` are only stripped.
  func recoded(
    _ bytes: Span<UInt8>, _ request: RecodingRequest, limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let plain = try stripped(bytes, retention: request.retention, limits: limits)
    let coded = try recodedFrames(bytes, request, limits)
    let best = [plain, coded].compactMap(\.self).min { $0.count < $1.count }
    return best.flatMap { $0.count < bytes.count ? $0 : nil }
  }

  /// Pixels of a screen that is coded anew, which takes 15 bytes for each: 16,777,216.
  static var maxRecodedPixelCount: Int { 16_777_216 }

  private func recodedFrames(
    _ bytes: Span<UInt8>, _ request: RecodingRequest, _ limits: Limits
  ) throws(PushImageError) -> [UInt8]? {
    let structure = GIFStructure(bytes, limits: limits)
    let animation = try GIFAnimation(bytes, limits: limits)
    guard animation.screen.pixelCount <= Self.maxRecodedPixelCount else { return nil }
    let keepsAll = request.retention.keepsAnimation
    var coder = GIFSequenceCoder(
      screen: animation.screen, loopCount: keepsAll ? animation.loopCount : nil,
      palette: GIFColorCensus(animation, bytes).globalPalette, isThorough: true)
    if request.retention.keepsColorProfile { coder.keep(GIFStripper.colorProfile(bytes, structure)) }
    var player = GIFPlayer(animation)
    while player.advance(bytes) {
      let delay = animation.frames[player.frameIndex].control.delay
      guard coder.append(player.canvas, changed: player.changed, delay: delay) else { return nil }
      guard keepsAll else { break }
    }
    return coder.finish()
  }

  /// The canvas of a frame: `rgb`, or `rgba` where a pixel of it is transparent.
  ///
  /// Rows that damage took stay transparent, or as the frames before left them.
  func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    let animation = try GIFAnimation(bytes, limits: limits, isLenient: request.isLenient)
    var player = GIFPlayer(animation)
    guard player.advance(bytes) else { throw PushImageError(.undecodable, "a GIF without a frame has no pixels") }
    if request.frame == .firstNotBlank {
      while player.isBlank, player.frameIndex + 1 < animation.frames.count { _ = player.advance(bytes) }
      if player.isBlank {
        player = GIFPlayer(animation)
        _ = player.advance(bytes)
      }
    }
    let frame = animation.frames[player.frameIndex]
    guard request.isLenient || player.missingPixelCount == 0 else {
      let number = player.frameIndex
      throw PushImageError(
        .undecodable,
        "frame \(number) lacks \(player.missingPixelCount.grouped) of its \(frame.pixelCount.grouped) pixels")
    }
    let bitmap = player.bitmap()
    var decoding = Decoding(
      bitmap: try request.size.map { size throws(PushImageError) in try bitmap.scaled(to: size) } ?? bitmap)
    decoding.lostRowCount = min(
      animation.screen.height, (player.missingPixelCount + frame.width - 1) / max(1, frame.width))
    return decoding
  }

  /// At most 256 colours: the picture's own where they are not more, else the best ones with dithering.
  ///
  /// Pixels of less than half opacity become transparent. `quality` counts colours: 100 is 256, 85 is 112, 40 is 9.
  func encode(_ bitmap: Bitmap, _ request: EncodingRequest) throws(PushImageError) -> [UInt8] {
    try GIFStill(bitmap).encoded(colorCount: GIFStill.colorCount(ofQuality: request.quality ?? 100))
  }

  /// Fewer colours down to those of `minQuality`, then fewer pixels; at most 16 files.
  func encode(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    var search = GIFStillSearch(bitmap, budget)
    return try search.run()
  }

  private static func undecodable(_ structure: GIFStructure) -> PushImageError {
    let finding = structure.faults.findings.first { $0.kind.integrity != .intact }
    return PushImageError(.undecodable, finding?.message ?? "damaged GIF")
  }
}
