/// Makes one animation fit a request.
struct GIFFitting {
  let animation: GIFAnimation
  let request: AnimationRequest
  let survey: GIFSurvey
  /// Hundredths of a second of each frame.
  let delays: [Int]

  init(_ bytes: Span<UInt8>, _ animation: GIFAnimation, _ request: AnimationRequest) throws(PushImageError) {
    self.animation = animation
    self.request = request
    survey =
      request.budget == nil
      ? GIFSurvey.quick(animation, bytes) : GIFSurvey(animation, bytes, comparesFrames: true)
    delays = animation.frames.map(\.control.delay)
    let geometry = GIFGeometry(animation.screen, request)
    guard geometry.screen.pixelCount <= GIFCodec.maxRecodedPixelCount else {
      throw PushImageError(.unencodable, "an animation of \(geometry.screen) pixels is not made")
    }
  }

  /// Whether nothing but bytes is asked for.
  var isIdentity: Bool { GIFGeometry(animation.screen, request).isIdentity(of: animation.screen) }

  /// The best that fits.
  ///
  /// - Parameter recoded: the file without loss, where the screen stays as it is.
  mutating func run(_ bytes: Span<UInt8>, recoded: [UInt8]?) throws(PushImageError) -> BudgetedEncoding {
    let maxByteCount = request.budget?.maxByteCount ?? .max
    let first: (bytes: [UInt8], frameCount: Int)
    if let recoded { first = (recoded, animation.frames.count) } else { first = try scaled(bytes) }
    var result = BudgetedEncoding(
      bytes: first.bytes, isWithinBudget: first.bytes.count <= maxByteCount,
      size: GIFGeometry(animation.screen, request).screen)
    result.frameCount = first.frameCount
    guard !result.isWithinBudget, let budget = request.budget else { return result }
    var search = GIFBudgetSearch(self, budget, smallest: result)
    return try search.run(bytes)
  }

  /// In the colours of the file and those that scaling makes of them.
  private func scaled(_ bytes: Span<UInt8>) throws(PushImageError) -> (bytes: [UInt8], frameCount: Int) {
    let geometry = GIFGeometry(animation.screen, request)
    var rendering = GIFRendering(
      geometry: geometry, palette: survey.census.globalPalette, frames: Array(delays.indices))
    if geometry.scaled == geometry.crop.size {
      rendering.colors = .own
    } else if survey.census.uses.count > 256, geometry.place == PixelRectangle(geometry.screen) {
      rendering.colors = .frames
    } else {
      rendering.palette = try palette(bytes, geometry)
    }
    if let file = try rendering.encoded(bytes, animation, isOpaque: survey.isOpaque) { return file }
    rendering.palette = try palette(bytes, geometry)
    rendering.colors = .palette
    guard let file = try rendering.encoded(bytes, animation, isOpaque: survey.isOpaque) else {
      throw PushImageError(.unencodable, "a frame of the GIF would need more than 256 colors")
    }
    return file
  }

  /// The colours of the file and those that scaling makes, as many as one palette holds.
  private func palette(_ bytes: Span<UInt8>, _ geometry: GIFGeometry) throws(PushImageError) -> [UInt32] {
    let isFilled = geometry.filling != 0 || geometry.place == PixelRectangle(geometry.screen)
    // One index is for transparency.
    let limit = survey.isOpaque && isFilled ? 256 : 255
    let census = survey.census
    var palette = census.uses.count <= limit ? census.globalPalette : census.palette(limit)
    if geometry.filling != 0, !palette.contains(geometry.filling) {
      palette = [geometry.filling] + palette.prefix(limit - 1)
    }
    let room = limit - palette.count
    guard room >= 16, geometry.scaled != geometry.crop.size else { return palette }
    let samples = try GIFSamples(bytes, self, geometry, count: 6, withOriginals: false)
    let known = Set(palette)
    for color in samples.palette(room) where !known.contains(color) { palette.append(color) }
    return palette
  }
}

extension GIFColorCensus {
  /// The best so many colours for those that are used, by their pixels.
  func palette(_ maxColorCount: Int) -> [UInt32] {
    guard !uses.isEmpty else { return [0xFF00_0000] }
    var histogram = ColorHistogram()
    for use in uses { histogram.add(PixelColor(rawValue: use.color), weight: use.pixelCount) }
    return ColorQuantizer.palette(for: histogram, maxColorCount: maxColorCount).map { $0.rawValue | 0xFF00_0000 }
  }
}
