/// What one pass over an animation tells about it.
struct GIFSurvey {
  /// Whether every pixel of every canvas is covered.
  private(set) var isOpaque = true
  /// By frame: the mean square by which a channel differs from the frame before; 0 for the first.
  private(set) var changes: [Double] = []
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

  /// Plays all frames; every other row is compared.
  init(_ animation: GIFAnimation, _ bytes: Span<UInt8>, comparesFrames: Bool) {
    var player = GIFPlayer(animation)
    let before = PixelPlane<UInt32>(count: comparesFrames ? animation.screen.pixelCount : 1, repeating: 0)
    let width = animation.screen.width
    while player.advance(bytes) {
      let frame = animation.frames[player.frameIndex]
      census.add(player.indexCounts(), of: GIFAnimation.colors(of: frame, bytes))
      if player.frameIndex == 0 { isOpaque = Self.isOpaque(animation, first: player.canvas) }
      guard comparesFrames else { continue }
      let error = before.squaredError(of: player.canvas, in: player.changed, rowLength: width)
      changes.append(player.frameIndex == 0 ? 0 : error / Double(animation.screen.pixelCount))
      before.copy(player.changed, rowLength: width, from: player.canvas)
    }
  }

  /// The frames to keep for so many: as much happens, and as much time passes, from each to the next.
  ///
  /// The first is among them.
  func keptFrames(_ count: Int, of delays: [Int]) -> [Int] {
    guard count < delays.count else { return Array(delays.indices) }
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

  /// The mean over the channels of their squared differences, summed over the pixels of `place`, of which every other
  /// row is looked at.
  func squaredError(of other: PixelPlane<UInt32>, in place: PixelRectangle, rowLength: Int) -> Double {
    precondition(place.isEmpty || (place.y + place.height) * rowLength <= Swift.min(count, other.count))
    var sum = 0
    var rowCount = 0
    for y in stride(from: place.y, to: place.y + place.height, by: 2) {
      rowCount += 1
      let offset = y * rowLength + place.x
      for x in offset..<offset + place.width {
        let (mine, others) = unsafe (base[x], other.base[x])
        if mine != others { sum &+= GIFColor.distance(mine, others) }
      }
    }
    return rowCount == 0 ? 0 : Double(sum) / 3 * Double(place.height) / Double(rowCount)
  }
}
