import PushImageConversion
import PushImageFormats
import Testing

@Suite("TIFF decoder")
struct TIFFDecoderTests {
  private let decoder = TIFFDecoder()

  @Test(
    "reads strips, tiles and planes in either byte order",
    arguments: [
      "rgb.tiff", "big-endian.tiff", "planes.tiff", "tile.tiff", "pack-bits.tiff", "deflate.tiff", "icc.tiff",
      "extra-unspecified.tiff", "orientation-6.tiff", "circular.tiff",
    ])
  func colors(_ name: String) throws {
    let bitmap = try decoder.decode(name).bitmap
    #expect(bitmap.layout == .rgb)
    #expect(bitmap.size == TestPictures.size)
    #expect(bitmap.bytes == TestPictures.rgb)
  }

  @Test("puts tiles side by side", arguments: ["tiles.tiff", "tiles-planes.tiff"])
  func tiles(_ name: String) throws {
    let bitmap = try decoder.decode(name).bitmap
    #expect(bitmap.bytes == TestPictures.pixels(width: 26) { x, y in TestPictures.color(x % 13, y) })
  }

  @Test("rounds 16 bits to 8", arguments: ["rgb-16.tiff", "rgb-16-big-endian.tiff"])
  func sixteenBits(_ name: String) throws {
    let expected = TestPictures.pixels { x, y in
      TestPictures.color(x, y).map { ((($0 << 8 | (x * 19 + y * 31) % 256) * 255) + 32_767) / 65_535 }
    }
    #expect(try decoder.decode(name).bitmap.bytes == expected)
  }

  @Test("keeps gray gray, whichever end is white", arguments: ["gray.tiff", "white-is-zero.tiff"])
  func gray(_ name: String) throws {
    let bitmap = try decoder.decode(name).bitmap
    #expect(bitmap.layout == .gray)
    #expect(bitmap.bytes == TestPictures.pixels { x, y in [x * 15 + y * 10] })
  }

  @Test("keeps inks and their profile")
  func inks() throws {
    let expected = TestPictures.pixels { x, y in TestPictures.color(x, y) + [x + y] }
    for (name, profileByteCount) in [("cmyk.tiff", nil), ("cmyk-icc.tiff", 252)] {
      let bitmap = try decoder.decode(name).bitmap
      #expect(bitmap.layout == .cmyk)
      #expect(bitmap.bytes == expected)
      #expect(bitmap.iccProfile?.count == profileByteCount)
    }
  }

  @Test("makes alpha straight")
  func alpha() throws {
    let straight = try decoder.decode("alpha.tiff").bitmap
    #expect(straight.layout == .rgba)
    #expect(straight.bytes == TestPictures.rgba)
    let undone = try decoder.decode("alpha-associated.tiff").bitmap
    #expect(undone.layout == .rgba)
    #expect(TestPictures.difference(undone.bytes, TestPictures.rgba) <= 2)
  }

  @Test("leaves palettes and bits to libtiff")
  func converted() throws {
    let expected = TestPictures.pixels { x, y in TestPictures.palette(x, y, 256) }
    #expect(try decoder.decode("palette.tiff").bitmap.bytes == expected)
    let bits = try decoder.decode("bits.tiff").bitmap
    #expect(bits.bytes == TestPictures.pixels { x, y in [Int](repeating: (x + y) % 2 * 255, count: 3) })
  }

  @Test("says how the picture is to be turned, and which colours it has")
  func facts() throws {
    #expect(try decoder.decode("orientation-6.tiff").orientation == 6)
    #expect(try decoder.decode("rgb.tiff").orientation == 1)
    #expect(try decoder.decode("icc.tiff").bitmap.iccProfile?.count == 252)
  }

  @Test("scales on the way")
  func scaled() throws {
    let request = DecodingRequest(size: PixelSize(width: 6, height: 3))
    let whole = try decoder.decode("rgb.tiff").bitmap
    #expect(try decoder.decode("rgb.tiff", request).bitmap == whole.scaled(to: PixelSize(width: 6, height: 3)))
  }

  @Test(
    "refuses what is damaged, over a limit or a thumbnail, in words",
    arguments: [
      ("truncated.tiff", "TIFF is damaged or cut"), ("strip-short.tiff", "TIFF is damaged or cut"),
      ("strip-past-end.tiff", "TIFF is damaged or cut"), ("width-0.tiff", "TIFF is damaged or cut"),
      ("tile-65520.tiff", "TIFF is damaged or cut"), ("samples-255.tiff", "TIFF is damaged or cut"),
      ("claims-60000x60000.tiff", "picture has 60000x60000 pixels; the limit maxPixelCount is 100,000,000"),
      ("camera-raw.tiff", "TIFF is of a kind that is not converted"),
    ])
  func refusals(_ name: String, _ message: String) throws {
    let error = try decoder.refusal(name)
    #expect(error?.code == .undecodable)
    #expect(error?.message == message)
  }

  @Test("fills what is lost when asked to")
  func lenient() throws {
    var request = DecodingRequest()
    request.isLenient = true
    let decoding = try decoder.decode("strip-short.tiff", request)
    #expect(decoding.lostRowCount == 7)
    #expect(decoding.bitmap.bytes.prefix(90) == TestPictures.rgb.prefix(90))
    #expect(!decoding.complaints.isEmpty)
  }
}
