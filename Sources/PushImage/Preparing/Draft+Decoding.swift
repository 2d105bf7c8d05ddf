internal import PushImageFormats

extension Draft {
  /// Makes pixels of the bytes, scaled down on the way where that is wanted.
  mutating func decode(_ goal: OutputGoal) throws(PushImageError) {
    guard pixels == nil else { return }
    if let coder {
      try decode(by: coder, goal)
    } else {
      try decodeForeign(goal)
    }
  }

  private mutating func decode(by coder: any PictureCoder, _ goal: OutputGoal) throws(PushImageError) {
    guard let geometry = geometry(goal, mustScale: mustScale(goal)) else {
      throw PushImageError(.undecodable, "the size of the picture is not known")
    }
    var request = DecodingRequest(size: geometry.decodingSize)
    request.frame = isAnimated ? .firstNotBlank : .first
    request.isLenient = open.contains(.repair)
    let limits = goal.decodingLimits
    let (decoding, quantization) = try withBytes { (bytes) throws(PushImageError) in
      (try coder.decode(bytes, request, limits: limits), coder.format == .jpeg ? JPEGQuantization(bytes) : nil)
    }
    pixels = Pixels(
      bitmap: decoding.bitmap, orientation: orientation, geometry: geometry, quantization: quantization,
      isLossy: format == .jpeg)
    if isAnimated { note("still") }
    if open.contains(.repair) { noteRepair(decoding) }
    noteLostFrames(of: info?.frameCount ?? 1, goal)
  }

  private mutating func decodeForeign(_ goal: OutputGoal) throws(PushImageError) {
    guard let format, let decoder = goal.decoders.first(where: { $0.format == format }) else {
      throw PushImageError(.undecodable, "no decoder of \(format?.title ?? "this format") is at hand")
    }
    var request = DecodingRequest()
    request.frame = .firstNotBlank
    let limits = goal.decodingLimits
    let decoding = try withBytes { (bytes) throws(PushImageError) in
      try decoder.decode(bytes, request, limits: limits)
    }
    let geometry = Geometry(
      stored: decoding.bitmap.size, orientation: decoding.orientation, options: goal.options,
      bounds: goal.bounds(mustScale: goal.decodesTooLarge(decoding.bitmap.size)))
    pixels = Pixels(
      bitmap: try decoding.bitmap.scaled(to: geometry.decodingSize ?? decoding.bitmap.size),
      orientation: decoding.orientation, geometry: geometry, quantization: nil,
      isLossy: [.webp, .heic, .avif].contains(format))
    note("decode")
    if decoding.frameCount > 1 { note("still") }
    noteLostFrames(of: decoding.frameCount, goal)
  }

  /// Says exactly what a repair could not save.
  private mutating func noteRepair(_ decoding: Decoding) {
    note("repair")
    let rowCount = info?.height ?? decoding.bitmap.size.height
    let words = decoding.complaints.isEmpty ? "" : "; the decoder said: \(quoted(decoding.complaints[0]))"
    let message =
      decoding.lostRowCount > 0
      ? "\(decoding.lostRowCount.grouped) of \(counted(rowCount, "row")) are lost and were filled\(words)"
      : "the picture was damaged; all \(counted(rowCount, "row")) could be read\(words)"
    pixels?.findings.append(
      Finding(PreparationFindings.rowsLost, message, actual: Double(decoding.lostRowCount), limit: Double(rowCount)))
  }

  /// Said only where the animation would have been played.
  private mutating func noteLostFrames(of frameCount: Int, _ goal: OutputGoal) {
    guard frameCount > 1, let player = goal.platforms.first(where: { $0.traits[.showsFirstFrameOnly] == nil }) else {
      return
    }
    pixels?.findings.append(
      Finding(
        PreparationFindings.framesLost,
        "one of \(counted(frameCount, "frame")) is kept; \(player.shortTitle) would have played them",
        actual: frameCount - 1, limit: 0, unit: .frames))
  }
}

extension OutputGoal {
  /// How many times more pixels than the limits say are read from a file where they are scaled down on the way.
  static let decodingLimitFactor = 4

  /// A picture of too many pixels is read row by row into a small one, so that what counts is time.
  var decodingLimits: Limits {
    var limits = limits
    limits.maxPixelCount = limits.maxPixelCount.map { saturatingProduct($0, Self.decodingLimitFactor) }
    return limits
  }

  /// Whether a platform refuses so many decoded pixels.
  func decodesTooLarge(_ size: PixelSize) -> Bool {
    platforms.contains { platform in
      guard let limit = platform.limit(.maxDecodedByteCount) else { return false }
      return Double(saturatingProduct(size.pixelCount, 4)) > limit.value && limit.kind.severity == .error
    } || limits.maxPixelCount.map { size.pixelCount > $0 } ?? false
  }
}
