/// What one level makes of the samples.
struct GIFTrial {
  let level: GIFBudgetSearch.Level
  let palette: [UInt32]
  /// The mean square by which a channel is off at the old size.
  let error: Double
  private let firstByteCount: Int
  private let laterByteCount: Double

  init(_ samples: GIFSamples, _ level: GIFBudgetSearch.Level, _ palette: [UInt32], isOpaque: Bool) {
    self.level = level
    self.palette = palette
    var later: [Int] = []
    var first = 0
    var errors: [Double] = []
    for sample in samples.samples {
      let coded = Self.code(sample, samples.geometry, palette, level, isOpaque: isOpaque)
      if sample.frameIndex == 0 { first = coded.byteCount } else { later.append(coded.byteCount) }
      errors.append(Self.error(sample, samples.geometry, coded.shown))
    }
    firstByteCount = first + 3 * palette.count + 40
    laterByteCount = later.isEmpty ? 0 : Double(later.reduce(0, +)) / Double(later.count)
    error = errors.reduce(0, +) / Double(max(1, errors.count))
  }

  /// Bytes of a file of so many frames.
  func byteCount(frameCount: Int) -> Double { Double(firstByteCount) + Double(frameCount - 1) * (laterByteCount + 18) }

  /// The mean square by which a channel is off only because of the size.
  static func blur(_ samples: GIFSamples) -> Double {
    let errors = samples.samples.map { error($0, samples.geometry, $0.canvas) }
    return errors.reduce(0, +) / Double(max(1, errors.count))
  }

  private static func code(
    _ sample: GIFSamples.Sample, _ geometry: GIFGeometry, _ palette: [UInt32], _ level: GIFBudgetSearch.Level,
    isOpaque: Bool
  ) -> (byteCount: Int, shown: PixelPlane<UInt32>) {
    var painter = GIFPainter(screen: geometry.screen, palette: palette)
    let screen = PixelRectangle(geometry.screen)
    let isFilled = geometry.place == screen || geometry.filling != 0
    if isOpaque, isFilled {
      var coder = GIFTolerantCoder(
        screen: geometry.screen, loopCount: nil, palette: palette, tolerance: level.distance * level.distance)
      if sample.frameIndex > 0 {
        painter.paint(sample.before, in: screen)
        coder.begin(with: painter.canvas)
      }
      painter.paint(sample.canvas, in: screen)
      coder.append(painter.canvas, changed: sample.changed, delay: 10)
      return (coder.byteCount, coder.shown)
    }
    var coder = GIFSequenceCoder(screen: geometry.screen, loopCount: nil, palette: palette, isThorough: false)
    var before = 0
    if sample.frameIndex > 0 {
      painter.paint(sample.before, in: screen)
      var single = GIFSequenceCoder(screen: geometry.screen, loopCount: nil, palette: palette, isThorough: false)
      _ = single.append(painter.canvas, changed: screen, delay: 10)
      before = single.finish()?.count ?? 0
      _ = coder.append(painter.canvas, changed: screen, delay: 10)
    }
    painter.paint(sample.canvas, in: screen)
    _ = coder.append(painter.canvas, changed: screen, delay: 10)
    return (max(0, (coder.finish()?.count ?? .max / 4) - before), painter.canvas)
  }

  /// How far `shown` is off the original when it is shown at its size, between four pixels each.
  private static func error(
    _ sample: GIFSamples.Sample, _ geometry: GIFGeometry, _ shown: PixelPlane<UInt32>
  ) -> Double {
    guard let original = sample.original else { return 0 }
    let crop = geometry.crop
    let place = geometry.place
    var sum = 0
    var count = 0
    for y in stride(from: 0, to: crop.height, by: 3) {
      let down = Self.between(y, crop.height, geometry.scaled.height)
      let upper = unsafe shown.base + (place.y + down.first) * geometry.screen.width + place.x
      let lower = unsafe shown.base + (place.y + down.second) * geometry.screen.width + place.x
      for x in 0..<crop.width {
        let wanted = unsafe original.base[y * crop.width + x]
        guard wanted != 0 else { continue }
        let across = Self.between(x, crop.width, geometry.scaled.width)
        let top = unsafe mix(upper[across.first], upper[across.second], across.share)
        let bottom = unsafe mix(lower[across.first], lower[across.second], across.share)
        sum &+= GIFColor.distance(mix(top, bottom, down.share), wanted)
        count &+= 1
      }
    }
    return Double(sum) / 3 / Double(max(1, count))
  }

  /// The two pixels between which one of the old size falls, and the share of the second in 256ths.
  private static func between(_ index: Int, _ old: Int, _ new: Int) -> (first: Int, second: Int, share: Int) {
    let place = max(0, (2 * index + 1) * new * 128 / old - 128)
    let first = min(place >> 8, new - 1)
    return (first, min(first + 1, new - 1), place & 255)
  }

  private static func mix(_ a: UInt32, _ b: UInt32, _ share: Int) -> UInt32 {
    let (x, y) = (GIFColor.channels(a), GIFColor.channels(b))
    func channel(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: (x * (256 - share) + y * share) >> 8) }
    return GIFColor.pixel(channel(x.red, y.red), channel(x.green, y.green), channel(x.blue, y.blue))
  }
}
