import Testing

@testable import PushImageFormats

@Suite struct RowScalerTests {
  private func noise(_ size: PixelSize, _ layout: Bitmap.Layout) -> Bitmap {
    var state: UInt32 = 12345
    let bytes = (0..<size.pixelCount * layout.channelCount).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return Bitmap(size: size, layout: layout, bytes: bytes)
  }

  /// The definition, in double precision and one pixel at a time.
  private func expected(_ bitmap: Bitmap, _ size: PixelSize) -> [Double] {
    func lanczos(_ x: Double) -> Double {
      if x == 0 { return 1 }
      guard abs(x) < 3 else { return 0 }
      let a = Double.pi * x
      return 3 * sine(a) * sine(a / 3) / (a * a)
    }
    func weights(_ index: Int, _ source: Int, _ count: Int) -> [Double] {
      let scale = Double(source) / Double(count)
      let center = (Double(index) + 0.5) * scale
      let raw = (0..<source).map { lanczos((Double($0) + 0.5 - center) / scale) }
      let sum = raw.reduce(0, +)
      return raw.map { $0 / sum }
    }
    let channels = bitmap.layout.channelCount
    var result: [Double] = []
    for y in 0..<size.height {
      let down = weights(y, bitmap.size.height, size.height)
      for x in 0..<size.width {
        let across = weights(x, bitmap.size.width, size.width)
        for channel in 0..<channels {
          var sum = 0.0
          for sy in 0..<bitmap.size.height where down[sy] != 0 {
            for sx in 0..<bitmap.size.width where across[sx] != 0 {
              sum += down[sy] * across[sx] * Double(bitmap.bytes[(sy * bitmap.size.width + sx) * channels + channel])
            }
          }
          result.append(min(max(sum, 0), 255))
        }
      }
    }
    return result
  }

  /// Taylor series: the tests bring no mathematics library.
  private func sine(_ angle: Double) -> Double {
    let x = angle.remainder(dividingBy: 2 * .pi)
    var term = x
    var sum = x
    for n in 1..<14 {
      term *= -x * x / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }

  @Test(arguments: [Bitmap.Layout.gray, .rgb, .cmyk])
  func `is the Lanczos filter within half a step`(layout: Bitmap.Layout) throws {
    let source = noise(PixelSize(width: 37, height: 29), layout)
    let size = PixelSize(width: 16, height: 7)
    let scaled = try source.scaled(to: size)
    let definition = expected(source, size)
    for (index, byte) in scaled.bytes.enumerated() { #expect(abs(Double(byte) - definition[index]) < 0.51) }
  }

  @Test func `a flat picture stays what it is`() throws {
    let size = PixelSize(width: 100, height: 75)
    let flat = Bitmap(size: size, layout: .rgba, bytes: Array(repeating: 200, count: size.pixelCount * 4))
    let scaled = try flat.scaled(to: PixelSize(width: 33, height: 10))
    #expect(scaled.bytes.allSatisfy { $0 == 200 })
  }

  @Test func `what is invisible does not bleed into what is seen`() throws {
    // Left half opaque red, right half transparent green.
    let row = Array(repeating: [255, 0, 0, 255] as [UInt8], count: 8) + Array(repeating: [0, 255, 0, 0], count: 8)
    let bitmap = Bitmap(
      size: PixelSize(width: 16, height: 4), layout: .rgba, bytes: Array((0..<4).map { _ in row.joined() }.joined()))
    let scaled = try bitmap.scaled(to: PixelSize(width: 5, height: 2))
    for pixel in stride(from: 0, to: scaled.bytes.count, by: 4) where scaled.bytes[pixel + 3] > 0 {
      #expect(scaled.bytes[pixel + 1] == 0)
      #expect(scaled.bytes[pixel] == 255)
    }
  }

  @Test func `one direction may stay as it is`() throws {
    let source = noise(PixelSize(width: 9, height: 20), .gray)
    let scaled = try source.scaled(to: PixelSize(width: 9, height: 20))
    #expect(scaled == source)
    let narrow = try source.scaled(to: PixelSize(width: 3, height: 20))
    #expect(narrow.size == PixelSize(width: 3, height: 20))
    let dot = try source.scaled(to: PixelSize(width: 1, height: 1))
    #expect(dot.bytes.count == 1)
  }

  @Test func `sizes are fitted without a change of shape`() {
    let size = PixelSize(width: 4_000, height: 3_000)
    #expect(size.fitted(within: PixelSize(width: 1_024, height: 1_024)) == PixelSize(width: 1_024, height: 768))
    #expect(size.fitted(within: PixelSize(width: 5_000, height: 300)) == PixelSize(width: 400, height: 300))
    #expect(size.fitted(within: PixelSize(width: 5_000, height: 5_000)) == size)
    let sliver = PixelSize(width: 65_500, height: 2)
    #expect(sliver.fitted(within: PixelSize(width: 100, height: 100)) == PixelSize(width: 100, height: 1))
  }
}
