import Testing

@testable import PushImageFormats

@Suite struct ColorQuantizerTests {
  /// Soft colours with some noise, and opacity that falls from left to right.
  private func picture(_ size: PixelSize, _ layout: Bitmap.Layout, seed: UInt64 = 1) -> Bitmap {
    var random = GIFSeededRandom(seed: seed)
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let noise = Int(random.next() % 9)
        let across = x * 90 / size.width
        let channels = [2 * across, y * 200 / size.height, across + y, 255 - across]
        for channel in 0..<layout.channelCount { bytes.append(UInt8(min(255, channels[channel] + noise))) }
      }
    }
    return Bitmap(size: size, layout: layout, bytes: bytes)
  }

  /// The mean squared error before black and before white.
  private func error(_ bitmap: Bitmap, _ indexed: IndexedBitmap) -> Double {
    var colors: [PixelColor] = []
    bitmap.forEachColor { colors.append($0) }
    var sum = 0.0
    for (color, index) in zip(colors, indexed.indices) {
      let a = PremultipliedColor(color)
      let b = PremultipliedColor(indexed.palette[Int(index)])
      let alpha = Double(a.alpha - b.alpha)
      for difference in [a.red - b.red, a.green - b.green, a.blue - b.blue].map({ Double($0) }) {
        sum += (difference * difference + (difference - alpha) * (difference - alpha)) / 2
      }
    }
    return sum / Double(3 * colors.count)
  }

  @Test func `as many colours as allowed are kept exactly, in their order`() {
    var histogram = ColorHistogram()
    let colors = (0..<16).map { PixelColor(red: UInt8($0), green: 255 - UInt8($0), blue: 7, alpha: UInt8(16 * $0 + 1)) }
    for color in colors { histogram.add(color, weight: 3) }
    histogram.add(colors[5])
    #expect(ColorQuantizer.palette(for: histogram, maxColorCount: 16) == colors)
    #expect(ColorQuantizer.palette(for: histogram, maxColorCount: 15).count == 15)
  }

  @Test func `colours that are wholly transparent are one`() {
    var histogram = ColorHistogram()
    histogram.add(PixelColor(red: 1, green: 2, blue: 3, alpha: 0))
    histogram.add(PixelColor(red: 9, green: 9, blue: 9, alpha: 0))
    #expect(histogram.colors == [.transparent])
  }

  @Test(arguments: [Bitmap.Layout.gray, .grayAlpha, .rgb, .rgba]) func `more colours never look worse`(
    layout: Bitmap.Layout
  ) {
    let bitmap = picture(PixelSize(width: 48, height: 40), layout)
    let histogram = ColorHistogram(bitmap)
    var last = Double.infinity
    for count in [1, 2, 4, 16, 64] {
      let palette = ColorQuantizer.palette(for: histogram, maxColorCount: count)
      #expect(palette.count <= count)
      let error = error(bitmap, IndexedBitmap(bitmap, palette: palette))
      #expect(error < last, "\(count) colours")
      last = error
    }
    #expect(last < 45)
  }

  @Test func `a colour that fills the picture is met`() {
    var histogram = ColorHistogram(picture(PixelSize(width: 30, height: 30), .rgb))
    let main = PixelColor(red: 3, green: 250, blue: 100)
    histogram.add(main, weight: 100_000)
    #expect(ColorQuantizer.palette(for: histogram, maxColorCount: 8).contains(main))
  }

  @Test func `a picture of more colours than are told apart is still quantized`() {
    var histogram = ColorHistogram()
    for value in 0..<UInt32(ColorHistogram.maxColorCount + 5000) {
      histogram.add(PixelColor(rawValue: 0xFF00_0000 | value &* 193))
    }
    #expect(histogram.colors == nil)
    #expect(histogram.count <= ColorHistogram.maxColorCount)
    #expect(histogram.entries.reduce(0) { $0 + $1.weight } == ColorHistogram.maxColorCount + 5000)
    #expect(ColorQuantizer.palette(for: histogram, maxColorCount: 8).count == 8)
  }

  @Test func `the nearest colour is the nearest of all, whatever the guess`() {
    var random = GIFSeededRandom(seed: 7)
    func color() -> SeenColor { SeenColor(PixelColor(rawValue: UInt32(truncatingIfNeeded: random.next()))) }
    let colors = (0..<97).map { _ in color() }
    let search = NearestColor(colors)
    for _ in 0..<300 {
      let wanted = color()
      let least = colors.map { $0.distance(to: wanted) }.min()
      let guess = Int(random.next() % 97)
      #expect(search.nearest(to: wanted, startingAt: guess).distance == least)
    }
  }

  @Test func `dithering keeps the mean of what it maps`() {
    let size = PixelSize(width: 64, height: 64)
    let bitmap = Bitmap(size: size, layout: .gray, bytes: Array(repeating: 100, count: size.pixelCount))
    let palette = [PixelColor(red: 0, green: 0, blue: 0), PixelColor(red: 255, green: 255, blue: 255)]
    let dithered = IndexedBitmap(bitmap, palette: palette, dithering: 1)
    let white = dithered.indices.reduce(0) { $0 + Int($1) }
    #expect(abs(white * 255 / size.pixelCount - 100) <= 3)
    #expect(IndexedBitmap(bitmap, palette: palette).indices.allSatisfy { $0 == 0 })
  }

  @Test func `what is wholly transparent stays so when dithered`() {
    var bitmap = picture(PixelSize(width: 20, height: 20), .rgba)
    for pixel in 100..<200 { bitmap.bytes[4 * pixel + 3] = 0 }
    let histogram = ColorHistogram(bitmap)
    let palette = ColorQuantizer.palette(for: histogram, maxColorCount: 12)
    let dithered = IndexedBitmap(bitmap, palette: palette, dithering: 1)
    #expect(dithered.indices[100..<200].allSatisfy { palette[Int($0)].alpha == 0 })
  }

  @Test func `the same picture gives the same palette and the same indices`() {
    let bitmap = picture(PixelSize(width: 50, height: 31), .rgba)
    func run() -> IndexedBitmap {
      let histogram = ColorHistogram(bitmap)
      return IndexedBitmap(
        bitmap, palette: ColorQuantizer.palette(for: histogram, maxColorCount: 20), dithering: 0.5)
    }
    #expect(run() == run())
  }
}
