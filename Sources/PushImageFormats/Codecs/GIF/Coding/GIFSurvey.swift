/// What one pass over an animation tells about it.
struct GIFSurvey {
  /// Whether every pixel of every canvas is covered.
  private(set) var isOpaque = true
  /// The same few pixels of every frame, evenly over the screen; none unless asked for.
  private var points: [UInt32] = []
  private var pointCount = 0
  private(set) var census = GIFColorCensus()

  /// Plays the first frame only, where one palette serves all: its colours count whether they are used or not.
  static func quick(_ animation: GIFAnimation, _ bytes: Span<UInt8>) -> GIFSurvey {
    guard let range = animation.globalPaletteRange, animation.frames.allSatisfy({ $0.paletteRange == range }) else {
      return GIFSurvey(animation, bytes, comparesFrames: false)
    }
    var survey = GIFSurvey()
    var player = GIFPlayer(animation)
    _ = player.advance(bytes)
    survey.isOpaque = isOpaque(animation, first: player.canvas)
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 3) {
      survey.census.add(GIFColor.pixel(bytes[offset], bytes[offset + 1], bytes[offset + 2]), pixelCount: 1)
    }
    return survey
  }

  private init() {}

  /// Nothing that is covered is uncovered again, unless a frame asks for it.
  private static func isOpaque(_ animation: GIFAnimation, first: PixelPlane<UInt32>) -> Bool {
    animation.frames.dropLast().allSatisfy { $0.control.disposal != .background }
      && animation.frames[0].control.disposal != .previous && !first.contains(0, count: animation.screen.pixelCount)
  }

  /// Plays all frames.
  init(_ animation: GIFAnimation, _ bytes: Span<UInt8>, comparesFrames: Bool) {
    var player = GIFPlayer(animation)
    let pixelCount = animation.screen.pixelCount
    // Never more than a screen of four megapixels, however many frames there are.
    let most = max(64, min(4096, 4_194_304 / animation.frames.count))
    pointCount = comparesFrames ? min(most, pixelCount) : 0
    while player.advance(bytes) {
      let frame = animation.frames[player.frameIndex]
      census.add(player.indexCounts(), of: GIFAnimation.colors(of: frame, bytes))
      if player.frameIndex == 0 { isOpaque = Self.isOpaque(animation, first: player.canvas) }
      for point in 0..<pointCount { unsafe points.append(player.canvas.base[point * pixelCount / pointCount]) }
    }
  }

  /// The mean square by which a channel of one frame differs from that of another.
  func difference(_ frame: Int, _ other: Int) -> Double {
    var sum = 0
    for point in 0..<pointCount {
      let (mine, others) = (points[frame * pointCount + point], points[other * pointCount + point])
      if mine != others { sum += GIFColor.distance(mine, others) }
    }
    return Double(sum) / 3 / Double(max(1, pointCount))
  }

  /// The frames to keep for so many: as much happens, and as much time passes, from each to the next.
  ///
  /// The first is among them.
  func keptFrames(_ count: Int, of delays: [Int]) -> [Int] {
    guard count < delays.count else { return Array(delays.indices) }
    let changes = delays.indices.map { $0 == 0 ? 0 : difference($0, $0 - 1) }
    let change = max(changes.reduce(0, +), 1e-9)
    let time = Double(max(delays.reduce(0, +), 1))
    var kept: [Int] = []
    var passed = 0.0
    for index in delays.indices {
      passed += changes[index] / change / 2
      if Double(kept.count) <= passed * Double(count) + 1e-9 || delays.count - index <= count - kept.count {
        if kept.count < count { kept.append(index) }
      }
      passed += Double(delays[index]) / time / 2
    }
    return kept
  }
}

extension PixelPlane where Element == UInt32 {
  /// Whether one of the first `count` pixels has this value.
  func contains(_ pixel: UInt32, count: Int) -> Bool {
    (0..<Swift.min(count, self.count)).contains { unsafe base[$0] == pixel }
  }
}
