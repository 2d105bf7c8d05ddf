/// A few frames of an animation on its new screen, with the frames before them, to learn from.
struct GIFSamples {
  /// One frame.
  struct Sample {
    let frameIndex: Int
    /// The new screen before, and with it.
    let before: PixelPlane<UInt32>
    let canvas: PixelPlane<UInt32>
    /// Where they may differ.
    let changed: PixelRectangle
    /// The part of the old screen that is used; nil unless asked for.
    let original: PixelPlane<UInt32>?
  }

  let geometry: GIFGeometry
  private(set) var samples: [Sample] = []
  private var histogram = ColorHistogram()
  /// Of more colours than these the palettes for a budget are made in less time, and a little less well.
  private static let maxColorCount = 4096

  /// The best 255 colours, and how often which of them is the nearest.
  private var finest: [UInt32] = []
  private var reduced = ColorHistogram()

  /// The first frame and others at equal distances.
  init(
    _ bytes: Span<UInt8>, _ fitting: GIFFitting, _ geometry: GIFGeometry, count: Int, withOriginals: Bool
  ) throws(PushImageError) {
    self.geometry = geometry
    let frameCount = fitting.delays.count
    let wanted = Set((0..<min(count, frameCount)).map { $0 * frameCount / min(count, frameCount) })
    var stage = try GIFStage(fitting.animation, geometry, isOpaque: fitting.survey.isOpaque)
    let screen = PixelRectangle(geometry.screen)
    func copy(_ plane: PixelPlane<UInt32>) -> PixelPlane<UInt32> {
      let copy = PixelPlane<UInt32>(count: geometry.screen.pixelCount, repeating: 0)
      copy.copy(screen, rowLength: geometry.screen.width, from: plane)
      return copy
    }
    var before = PixelPlane<UInt32>(count: geometry.screen.pixelCount, repeating: 0)
    let last = wanted.max() ?? 0
    while stage.frameIndex < last {
      let index = stage.frameIndex + 1
      let isWanted = wanted.contains(index)
      guard stage.advance(bytes, isShown: isWanted || wanted.contains(index + 1)) else { break }
      if isWanted {
        samples.append(
          Sample(
            frameIndex: index, before: before, canvas: copy(stage.canvas), changed: index == 0 ? screen : stage.changed,
            original: withOriginals ? stage.original() : nil))
      }
      if wanted.contains(index + 1) { before = copy(stage.canvas) }
    }
    countColors(step: 1)
    guard withOriginals, histogram.count > Self.maxColorCount else { return }
    // Some pixels are enough to know so many colours by.
    let step = 1 + samples.count * geometry.screen.pixelCount / 16_384
    histogram = ColorHistogram()
    countColors(step: step)
    finest = palette(255)
    reduced = reducedHistogram(step: step)
  }

  private mutating func countColors(step: Int) {
    for sample in samples { histogram.add(sample.canvas, count: geometry.screen.pixelCount, step: step) }
  }

  /// The best so many colours for the samples.
  func palette(_ maxColorCount: Int) -> [UInt32] {
    guard histogram.count > 0 else { return [0xFF00_0000] }
    return ColorQuantizer.palette(for: histogram, maxColorCount: maxColorCount).map { $0.rawValue | 0xFF00_0000 }
  }

  /// Good colours, of which 255 are the best and fewer are made of those: that takes less time for many palettes.
  func reducedPalette(_ maxColorCount: Int) -> [UInt32] {
    if finest.isEmpty { return palette(maxColorCount) }
    guard maxColorCount < finest.count else { return finest }
    return ColorQuantizer.palette(for: reduced, maxColorCount: maxColorCount).map { $0.rawValue | 0xFF00_0000 }
  }

  private func reducedHistogram(step: Int) -> ColorHistogram {
    var nearest = GIFNearestColor(finest)
    var counts = [Int](repeating: 0, count: finest.count)
    for sample in samples {
      for position in stride(from: 0, to: geometry.screen.pixelCount, by: step) {
        let pixel = unsafe sample.canvas.base[position]
        if pixel != 0 { counts[nearest.index(of: pixel)] += 1 }
      }
    }
    var histogram = ColorHistogram()
    for (index, count) in counts.enumerated() where count > 0 {
      histogram.add(PixelColor(rawValue: finest[index]), weight: count)
    }
    return histogram
  }
}

extension ColorHistogram {
  /// Adds the opaque pixels.
  fileprivate mutating func add(_ canvas: PixelPlane<UInt32>, count: Int, step: Int) {
    var run: UInt32 = 0
    var length = 0
    for position in stride(from: 0, to: count, by: step) {
      let pixel = unsafe canvas.base[position]
      if pixel != run {
        if run != 0 { add(PixelColor(rawValue: run), weight: length) }
        run = pixel
        length = 0
      }
      length += 1
    }
    if run != 0 { add(PixelColor(rawValue: run), weight: length) }
  }
}
