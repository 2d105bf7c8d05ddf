import PushImageFormats
import Testing

@Suite struct BitmapShapeTests {
  /// Three pixels by two, numbered.
  private let numbers = Bitmap(size: PixelSize(width: 3, height: 2), layout: .gray, bytes: [1, 2, 3, 4, 5, 6])

  @Test(arguments: [
    (1, [1, 2, 3, 4, 5, 6]), (2, [3, 2, 1, 6, 5, 4]), (3, [6, 5, 4, 3, 2, 1]), (4, [4, 5, 6, 1, 2, 3]),
    (5, [1, 4, 2, 5, 3, 6]), (6, [4, 1, 5, 2, 6, 3]), (7, [6, 3, 5, 2, 4, 1]), (8, [3, 6, 2, 5, 1, 4]),
    (0, [1, 2, 3, 4, 5, 6]), (9, [1, 2, 3, 4, 5, 6]),
  ])
  func `pixels are turned and mirrored as the orientation says`(_ orientation: Int, _ expected: [UInt8]) {
    let turned = numbers.oriented(by: orientation)
    #expect(turned.bytes == expected)
    #expect(turned.size == ((5...8).contains(orientation) ? numbers.size.transposed : numbers.size))
  }

  @Test(arguments: Bitmap.Layout.allCases)
  func `every layout is turned pixel by pixel`(_ layout: Bitmap.Layout) {
    let count = layout.channelCount
    let bytes = numbers.bytes.flatMap { number in (0..<count).map { number * 10 + UInt8($0) } }
    let turned = Bitmap(size: numbers.size, layout: layout, bytes: bytes, iccProfile: [7]).oriented(by: 6)
    let order: [UInt8] = [4, 1, 5, 2, 6, 3]
    let expected: [UInt8] = order.flatMap { number in (0..<count).map { number * 10 + UInt8($0) } }
    #expect(turned.bytes == expected)
    #expect(turned.iccProfile == [7])
  }

  @Test func `a part is cut out`() {
    let part = numbers.cropped(to: PixelSize(width: 2, height: 1), x: 1, y: 1)
    #expect(part.bytes == [5, 6])
    #expect(numbers.cropped(to: numbers.size, x: 0, y: 0) == numbers)
  }

  @Test func `bars of a colour make gray pixels coloured and opaque ones transparent only when they must`() {
    let size = PixelSize(width: 3, height: 4)
    #expect(
      numbers.padded(to: size, red: 9, green: 9, blue: 9, alpha: 255).bytes == [9, 9, 9, 1, 2, 3, 4, 5, 6, 9, 9, 9])
    let red = numbers.padded(to: size, red: 9, green: 0, blue: 0, alpha: 255)
    #expect(red.layout == .rgb)
    #expect(red.bytes.prefix(12) == [9, 0, 0, 9, 0, 0, 9, 0, 0, 1, 1, 1])
    let clear = numbers.padded(to: PixelSize(width: 4, height: 2), red: 0, green: 0, blue: 0, alpha: 0)
    #expect(clear.layout == .grayAlpha)
    #expect(clear.bytes == [1, 255, 2, 255, 3, 255, 0, 0, 4, 255, 5, 255, 6, 255, 0, 0])
  }

  @Test func `opacity goes when nothing is seen through`() {
    let size = PixelSize(width: 2, height: 1)
    let opaque = Bitmap(size: size, layout: .rgba, bytes: [1, 2, 3, 255, 4, 5, 6, 255])
    #expect(opaque.withoutOpaqueAlpha == Bitmap(size: size, layout: .rgb, bytes: [1, 2, 3, 4, 5, 6]))
    let clear = Bitmap(size: size, layout: .grayAlpha, bytes: [1, 255, 4, 254])
    #expect(clear.withoutOpaqueAlpha == clear)
  }

  @Test func `attention goes to what stands out, and to the middle when nothing does`() {
    let size = PixelSize(width: 60, height: 20)
    let part = PixelSize(width: 20, height: 20)
    let flat = Bitmap(size: size, layout: .gray, bytes: [UInt8](repeating: 90, count: 1_200))
    #expect(flat.placeOfAttention(for: part) == (20, 0))
    var bytes = flat.bytes
    for y in 5..<15 { for x in 45..<55 { bytes[y * 60 + x] = (x + y) % 2 == 0 ? 0 : 255 } }
    let place = Bitmap(size: size, layout: .gray, bytes: bytes).placeOfAttention(for: part)
    #expect(place.x >= 35 && place.x <= 40)
    #expect(place.y == 0)
  }
}
