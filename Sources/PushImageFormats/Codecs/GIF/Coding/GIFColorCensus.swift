/// Which colours the frames of an animation use, and how much.
struct GIFColorCensus {
  /// What is known of one colour.
  struct Use: Sendable, Hashable {
    var color: UInt32
    var frameCount = 0
    var pixelCount = 0
  }

  private var slots: [UInt32: Int] = [:]
  private(set) var uses: [Use] = []

  /// No colour yet.
  init() {}

  /// Plays all frames and counts the pixels that they draw; those outside the screen too.
  init(_ animation: GIFAnimation, _ bytes: Span<UInt8>) {
    var player = GIFPlayer(animation)
    while player.advance(bytes) {
      add(player.indexCounts(), of: GIFAnimation.colors(of: animation.frames[player.frameIndex], bytes))
    }
  }

  /// Counts the pixels of one frame by their index.
  mutating func add(_ counts: [Int], of colors: [UInt32]) {
    for (index, count) in counts.enumerated() where count > 0 && colors[index] != 0 {
      add(colors[index], pixelCount: count)
    }
  }

  /// Counts pixels of one colour in one frame.
  mutating func add(_ color: UInt32, pixelCount: Int) {
    let slot = slots[color] ?? uses.count
    if slot == uses.count {
      slots[color] = slot
      uses.append(Use(color: color))
    }
    uses[slot].frameCount += 1
    uses[slot].pixelCount += pixelCount
  }

  /// The colours of a global palette, at most 256: those of the most frames first, so that frames with few colours
  /// need few bits.
  var globalPalette: [UInt32] {
    let sorted = uses.sorted {
      ($0.frameCount, $0.pixelCount, $0.color) > ($1.frameCount, $1.pixelCount, $1.color)
    }
    return sorted.prefix(256).map(\.color)
  }
}
