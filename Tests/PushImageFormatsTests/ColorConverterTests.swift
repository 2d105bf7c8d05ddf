import PushImageFormats
import Testing

@Suite struct ColorConverterTests {
  private let size = PixelSize(width: 2, height: 1)

  @Test func `ink without a profile lets through what neither it nor black holds back`() throws {
    let ink = Bitmap(
      size: PixelSize(width: 3, height: 1), layout: .cmyk, bytes: [0, 0, 0, 0, 255, 0, 0, 0, 0, 128, 255, 51])
    let converted = try ColorConverter.convertToSRGB(ink)
    #expect(converted.layout == .rgb)
    #expect(converted.bytes == [255, 255, 255, 0, 255, 255, 204, 102, 0])
  }

  @Test(arguments: [Bitmap.Layout.gray, .grayAlpha, .rgb, .rgba])
  func `without a profile nothing changes`(_ layout: Bitmap.Layout) throws {
    let bytes = (0..<UInt8(layout.channelCount * 2)).map { $0 * 20 }
    let bitmap = Bitmap(size: size, layout: layout, bytes: bytes)
    #expect(try ColorConverter.convertToSRGB(bitmap) == bitmap)
  }

  @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 0, count: 200)])
  func `a profile that is none is dropped`(_ profile: [UInt8]) throws {
    let bitmap = Bitmap(size: size, layout: .rgb, bytes: [1, 2, 3, 4, 5, 6], iccProfile: profile)
    let converted = try ColorConverter.convertToSRGB(bitmap)
    #expect(converted.bytes == bitmap.bytes)
    #expect(converted.iccProfile == nil)
  }

  @Test func `a profile of other colours is dropped`() throws {
    let profile = ICCProfiles.displayP3
    let bitmap = Bitmap(size: size, layout: .gray, bytes: [1, 2], iccProfile: profile)
    #expect(try ColorConverter.convertToSRGB(bitmap) == Bitmap(size: size, layout: .gray, bytes: [1, 2]))
  }

  /// Expected by the primaries of Display P3 and the curve of sRGB, in 16-bit arithmetic.
  @Test func `wide colours become those of sRGB, gray stays gray and opacity stays`() throws {
    let pixels: [UInt8] = [128, 128, 128, 7, 200, 100, 50, 255]
    let bitmap = Bitmap(size: size, layout: .rgba, bytes: pixels, iccProfile: ICCProfiles.displayP3)
    let converted = try ColorConverter.convertToSRGB(bitmap)
    #expect(converted.iccProfile == nil)
    #expect(converted.layout == .rgba)
    let expected: [Int] = [128, 128, 128, 7, 215, 93, 31, 255]
    for (value, wanted) in zip(converted.bytes, expected) { #expect(abs(Int(value) - wanted) <= 2) }
  }
}
