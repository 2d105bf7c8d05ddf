import PushImageConversion
import PushImageFormats
import Testing

@Suite("BMP decoder")
struct BMPDecoderTests {
  private let decoder = BMPDecoder()

  @Test(
    "reads every way to store three colours",
    arguments: [
      "rgb-24.bmp", "rgb-32.bmp", "top-down.bmp", "os2.bmp", "masks-32.bmp", "masks-10-bits.bmp", "alpha-unset.bmp",
      "icc-v5.bmp", "last-padding-missing.bmp",
    ])
  func direct(_ name: String) throws {
    let bitmap = try decoder.decode(name).bitmap
    #expect(bitmap.size == TestPictures.size)
    #expect(bitmap.layout == .rgb)
    #expect(bitmap.bytes == TestPictures.rgb)
  }

  @Test(
    "looks indices up in the palette",
    arguments: [
      ("palette-1.bmp", 2), ("palette-2.bmp", 4), ("palette-4.bmp", 16), ("palette-8.bmp", 256), ("os2-8.bmp", 256),
      ("offset-0.bmp", 16), ("palette-claims-2-32.bmp", 256),
    ])
  func palettes(_ name: String, _ count: Int) throws {
    let expected = TestPictures.pixels { x, y in TestPictures.palette(x, y, count) }
    #expect(try decoder.decode(name).bitmap.bytes == expected)
  }

  @Test("repeats two colours in a run of half bytes")
  func halfRuns() throws {
    let expected = TestPictures.pixels { x, y in TestPictures.palette(y == 0 ? x % 2 : x, y, 16) }
    #expect(try decoder.decode("runs-4.bmp").bitmap.bytes == expected)
  }

  @Test("gives the first colour to what a move leaves out")
  func moves() throws {
    let expected = TestPictures.pixels { x, y in
      let isLeftOut = y == 5 && x > 2 || y == 4 && x < 3
      // The bottom row begins with a run of three.
      return isLeftOut ? [0, 255, 0] : TestPictures.palette(y == 6 && x < 3 ? 0 : x, y, 256)
    }
    let bitmap = try decoder.decode("runs-8.bmp").bitmap
    #expect(TestPictures.difference(bitmap.bytes, expected) == 0)
  }

  @Test("keeps what run lengths write outside out of the picture")
  func runsOutside() throws {
    let bitmap = try decoder.decode("runs-outside.bmp").bitmap
    // One run fills the bottom row with the second colour; everything else is the first.
    let expected = TestPictures.pixels { _, y in y == 6 ? [255, 0, 37] : [0, 255, 0] }
    #expect(bitmap.bytes == expected)
  }

  @Test("shows black where the palette has no colour")
  func shortPalette() throws {
    let bitmap = try decoder.decode("palette-short.bmp").bitmap
    let expected = TestPictures.pixels { x, y in TestPictures.palette(x, y, 100) }
    #expect(bitmap.bytes == expected)
  }

  @Test("makes gray of a palette of grays")
  func gray() throws {
    let bitmap = try decoder.decode("gray-8.bmp").bitmap
    #expect(bitmap.layout == .gray)
    #expect(bitmap.bytes == TestPictures.pixels { x, y in [(x + 2 * y) % 256] })
  }

  @Test(
    "spreads short channels over all eight bits", arguments: [("rgb-555.bmp", [5, 5, 5]), ("rgb-565.bmp", [5, 6, 5])])
  func sixteenBits(_ name: String, _ widths: [Int]) throws {
    let expected = TestPictures.pixels { x, y in
      zip(TestPictures.color(x, y), widths).map { value, width in
        let most = 1 << width - 1
        return ((value >> (8 - width)) * 255 + most / 2) / most
      }
    }
    #expect(try decoder.decode(name).bitmap.bytes == expected)
  }

  @Test("keeps alpha that is there", arguments: ["alpha-v4.bmp", "alpha-v3.bmp"])
  func alpha(_ name: String) throws {
    let bitmap = try decoder.decode(name).bitmap
    #expect(bitmap.layout == .rgba)
    #expect(bitmap.bytes == TestPictures.rgba)
  }

  @Test("hands the embedded profile over")
  func profile() throws {
    #expect(try decoder.decode("icc-v5.bmp").bitmap.iccProfile?.count == 252)
    #expect(try decoder.decode("rgb-24.bmp").bitmap.iccProfile == nil)
  }

  @Test("scales on the way")
  func scaled() throws {
    let request = DecodingRequest(size: PixelSize(width: 6, height: 3))
    #expect(try decoder.decode("rgb-24.bmp", request).bitmap.size == PixelSize(width: 6, height: 3))
    // Never up.
    let larger = DecodingRequest(size: PixelSize(width: 60, height: 3))
    #expect(try decoder.decode("rgb-24.bmp", larger).bitmap.size == PixelSize(width: 13, height: 3))
  }

  @Test(
    "refuses what is damaged or of another kind, in words",
    arguments: [
      ("truncated.bmp", "BMP is cut: 5 rows of 7 are missing"),
      ("truncated-header.bmp", "BMP is damaged: its header claims 40 bytes"),
      ("claims-60000x60000.bmp", "picture has 60000x60000 pixels; the limit maxPixelCount is 100,000,000"),
      ("height-minus-2-31.bmp", "BMP is damaged: its header says 13x2147483648 pixels"),
      ("width-0.bmp", "BMP is damaged: its header says 0x7 pixels"),
      ("runs-of-24-bits.bmp", "BMP of compression 1 with 24 bits is not converted"),
      ("jpeg-inside.bmp", "BMP of compression 4 with 0 bits is not converted"),
      ("runs-without-end.bmp", "BMP is cut: 6 rows of 7 are missing"),
    ])
  func refusals(_ name: String, _ message: String) throws {
    let error = try decoder.refusal(name)
    #expect(error?.code == .undecodable)
    #expect(error?.message == message)
  }

  @Test("fills what is cut when asked to, and counts it")
  func lenient() throws {
    var request = DecodingRequest()
    request.isLenient = true
    let decoding = try decoder.decode("truncated.bmp", request)
    #expect(decoding.lostRowCount == 5)
    #expect(decoding.bitmap.bytes.suffix(2 * 39) == TestPictures.rgb.suffix(2 * 39))
    #expect(decoding.bitmap.bytes.prefix(5 * 39).allSatisfy { $0 == 0 })
  }

  @Test("neither traps nor goes over its limits, wherever a file is cut or changed")
  func mutations() throws {
    var limits = Limits.default
    limits.maxPixelCount = 1_000
    for name in try TestPictures.names("bmp") {
      let bytes = try TestPictures.bytes(name)
      for index in bytes.indices where index < 70 || index % 29 == 0 {
        let cut = Array(bytes[..<index])
        _ = try? decoder.decode(cut.span, DecodingRequest(), limits: limits)
        for bit in [0, 7] {
          var changed = bytes
          changed[index] ^= 1 << UInt8(bit)
          let decoding = try? decoder.decode(changed.span, DecodingRequest(), limits: limits)
          if let decoding { #expect(decoding.bitmap.size.pixelCount <= 1_000) }
        }
      }
    }
  }
}
