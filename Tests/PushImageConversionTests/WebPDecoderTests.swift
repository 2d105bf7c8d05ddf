import PushImageConversion
import PushImageFormats
import Testing

@Suite("WebP decoder")
struct WebPDecoderTests {
  private let decoder = WebPDecoder()

  @Test("reads lossless pictures exactly")
  func lossless() throws {
    let opaque = try decoder.decode("lossless.webp").bitmap
    #expect(opaque.layout == .rgb)
    #expect(opaque.bytes == TestPictures.rgb)
    let clear = try decoder.decode("lossless-alpha.webp").bitmap
    #expect(clear.layout == .rgba)
    #expect(clear.bytes == TestPictures.rgba)
  }

  @Test("drops an alpha channel that is full everywhere")
  func fullAlpha() throws {
    let bitmap = try decoder.decode("alpha-full.webp").bitmap
    #expect(bitmap.layout == .rgb)
    #expect(bitmap.bytes == TestPictures.rgb)
  }

  @Test("reads lossy pictures, with alpha and without")
  func lossy() throws {
    let opaque = try decoder.decode("lossy.webp").bitmap
    #expect(opaque.layout == .rgb)
    #expect(opaque.quarters.isNear([[224, 32, 32], [32, 192, 32], [32, 64, 224], [240, 240, 240]]))
    let clear = try decoder.decode("lossy-alpha.webp").bitmap
    #expect(
      clear.quarters.isNear([[224, 32, 32, 128], [32, 192, 32, 255], [32, 64, 224, 255], [240, 240, 240, 255]]))
  }

  @Test("hands profile and orientation over")
  func metadata() throws {
    let decoding = try decoder.decode("icc-orientation-6.webp")
    #expect(decoding.orientation == 6)
    #expect(decoding.bitmap.iccProfile?.count == 252)
    #expect(try decoder.decode("exif-as-in-jpeg.webp").orientation == 8)
    #expect(try decoder.decode("icc-of-gray.webp").bitmap.iccProfile == nil)
  }

  @Test("takes the frame of an animation that is asked for")
  func animation() throws {
    let first = try decoder.decode("animated.webp")
    #expect(first.frameCount == 2)
    #expect(first.bitmap.bytes == TestPictures.rgb)
    var request = DecodingRequest()
    request.frame = .firstNotBlank
    let picture = try decoder.decode("animated-blank-first.webp", request)
    #expect(picture.bitmap.bytes == TestPictures.rgb)
    #expect(picture.frameCount == 3)
    #expect(try decoder.decode("animated-blank-first.webp").bitmap.layout == .rgba)
  }

  @Test(
    "refuses what is damaged or over a limit, in words",
    arguments: [
      ("truncated.webp", "WebP is damaged or cut"), ("truncated-lossy.webp", "WebP is damaged or cut"),
      ("claims-16384x16384.webp", "picture has 16384x16384 pixels; the limit maxPixelCount is 100,000,000"),
      ("canvas-2-24.webp", "picture has 16777216x128 pixels; the limit maxPixelCount is 100,000,000"),
    ])
  func refusals(_ name: String, _ message: String) throws {
    let error = try decoder.refusal(name)
    #expect(error?.code == .undecodable)
    #expect(error?.message == message)
  }

  @Test("counts frames against the limit")
  func frames() throws {
    var limits = Limits.default
    limits.maxFrameCount = 1
    #expect(
      try decoder.refusal("animated.webp", limits: limits)?.message
        == "animation has 2 frames; the limit maxFrameCount is 1")
    limits.maxFrameCount = 2
    #expect(try decoder.refusal("animated.webp", limits: limits) == nil)
  }

  @Test("counts pixels against the limit")
  func pixels() throws {
    var limits = Limits.default
    limits.maxPixelCount = 90
    #expect(
      try decoder.refusal("lossless.webp", limits: limits)?.message
        == "picture has 13x7 pixels; the limit maxPixelCount is 90")
    limits.maxPixelCount = 91
    #expect(try decoder.refusal("lossless.webp", limits: limits) == nil)
  }

  @Test("fills what is cut when asked to, and counts it")
  func lenient() throws {
    var request = DecodingRequest()
    request.isLenient = true
    let decoding = try decoder.decode("truncated-tall.webp", request)
    // libwebp hands rows out by sixteen.
    #expect(decoding.lostRowCount == 8)
    let expected = TestPictures.pixels(height: 40) { x, y in y < 32 ? TestPictures.color(x, y % 7) : [0, 0, 0] }
    #expect(TestPictures.difference(decoding.bitmap.bytes, expected) == 0)
  }
}

extension Bitmap {
  /// The pixels in the middle of the four quarters.
  var quarters: [[UInt8]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let place = (size.height * y / 4 * size.width + size.width * x / 4) * layout.channelCount
      return Array(bytes[place..<place + layout.channelCount])
    }
  }
}

extension [[UInt8]] {
  /// Whether no value is further than 6 from the one expected.
  func isNear(_ expected: [[UInt8]]) -> Bool {
    count == expected.count && zip(self, expected).allSatisfy { TestPictures.difference($0, $1) <= 6 }
  }
}
