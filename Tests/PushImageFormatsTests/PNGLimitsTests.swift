import Testing

@testable import PushImageFormats

/// Hostile files end in a named limit, and a limit lets its own value pass.
@Suite struct PNGLimitsTests {
  typealias Chunk = PNGBuilder.Chunk

  @Test func pixelsAreComparedBeforeAnythingIsUnpacked() throws {
    var limits = Limits()
    limits.maxPixelCount = 12
    #expect(try verifyPNG(PNGBuilder(width: 4, height: 3).bytes, limits: limits).findings.isEmpty)
    let verification = try verifyPNG(PNGBuilder(width: 13, height: 1).bytes, limits: limits)
    #expect(verification.ids == ["limit.pixels-too-large"])
    #expect(verification.integrity == .undetermined)
    #expect(verification.findings.first?.actual == 13 && verification.findings.first?.limit == 12)
  }

  @Test func hugeHeadersCostNothing() throws {
    for side in [60_000, 0x7FFF_FFFF] {
      var builder = PNGBuilder()
      builder.chunks[0] = PNGBuilder.header(side, side, 16, 6, 1)
      builder["IDAT"] = [0x78, 1]
      #expect(try verifyPNG(builder.bytes).ids == ["limit.pixels-too-large"])
    }
  }

  @Test func rowsTooWideForLibpngAreInflatedOnly() throws {
    // 5,000,000 pixels of 8 bytes: libpng would hold 120 MB for three rows of them.
    let width = 5_000_000
    var builder = PNGBuilder()
    builder.chunks[0] = PNGBuilder.header(width, 1, 16, 6, 0)
    builder["IDAT"] = PNGBuilder.zlibZeros(1 + width * 8)
    #expect(try verifyPNG(builder.bytes).findings.isEmpty)
    builder["IDAT"] = PNGBuilder.zlibZeros(width * 8)
    #expect(try verifyPNG(builder.bytes).ids == ["png.truncated-image-data"])
    builder["IDAT"] = PNGBuilder.zlibZeros(2 + width * 8)
    #expect(try verifyPNG(builder.bytes).ids == ["png.trailing-image-data"])
  }

  @Test func excessPictureDataAreNotUnpackedToTheEnd() throws {
    var builder = PNGBuilder()
    builder["IDAT"] = PNGBuilder.zlibZeros(16 << 20)
    let verification = try verifyPNG(builder.bytes)
    #expect(verification.ids == ["png.trailing-image-data"])
  }

  @Test func chunksAreCounted() throws {
    var limits = Limits()
    limits.maxChunkCount = 3
    #expect(try verifyPNG(PNGBuilder().bytes, limits: limits).findings.isEmpty)
    let builder = PNGBuilder().inserting(Chunk(type: "prVt"), before: "IDAT")
    let verification = try verifyPNG(builder.bytes, limits: limits)
    #expect(verification.ids == ["limit.chunks-too-large"])
    #expect(verification.segments.last?.endOffset == builder.bytes.count)
  }

  @Test func compressedMetadataStopAtTheLimitOfOneChunk() throws {
    let keyword = Array("T\0\0".utf8)
    var limits = Limits()
    limits.maxMetadataChunkByteCount = 1_000
    for (type, head) in [
      ("zTXt", keyword), ("iCCP", keyword), ("iTXt", Array("T\0\u{1}\0\0\0".utf8)),
    ] {
      let exact = PNGBuilder().inserting(Chunk(type: type, data: head + PNGBuilder.zlibZeros(1_000)), before: "IDAT")
      let passed = try verifyPNG(exact.bytes, limits: limits)
      #expect(passed.integrity == .intact && !passed.ids.contains("limit.metadata-too-large"), "\(type)")
      let over = PNGBuilder().inserting(Chunk(type: type, data: head + PNGBuilder.zlibZeros(1_001)), before: "IDAT")
      #expect(try verifyPNG(over.bytes, limits: limits).ids == ["limit.metadata-too-large"], "\(type)")
    }
  }

  @Test func compressedMetadataStopAtTheLimitOfTheFile() throws {
    var limits = Limits()
    limits.maxMetadataByteCount = 3_000
    let text = Chunk(type: "zTXt", data: Array("T\0\0".utf8) + PNGBuilder.zlibZeros(1_000))
    var builder = PNGBuilder()
    for _ in 0..<3 { builder.insert(text, before: "IDAT") }
    #expect(try verifyPNG(builder.bytes, limits: limits).findings.isEmpty)
    builder.insert(text, before: "IDAT")
    #expect(try verifyPNG(builder.bytes, limits: limits).ids == ["limit.metadata-too-large"])
  }

  @Test func bombsOfTextStopEarly() throws {
    let bomb = Chunk(type: "zTXt", data: Array("T\0\0".utf8) + PNGBuilder.zlibZeros(16 << 20))
    let verification = try verifyPNG(PNGBuilder().inserting(bomb, before: "IDAT").bytes)
    #expect(verification.ids == ["limit.metadata-too-large"])
    #expect(verification.integrity == .undetermined)
  }

  @Test func framesAndTheirPixelsAreCounted() throws {
    var limits = Limits()
    limits.maxFrameCount = 2
    limits.maxDecodedPixelCount = 16
    #expect(try verifyPNG(PNGAnimationTests.sound.bytes, limits: limits).findings.isEmpty)
    limits.maxFrameCount = 1
    #expect(try verifyPNG(PNGAnimationTests.sound.bytes, limits: limits).ids == ["limit.frames-too-large"])
    limits.maxFrameCount = nil
    limits.maxDecodedPixelCount = 15
    #expect(try verifyPNG(PNGAnimationTests.sound.bytes, limits: limits).ids == ["limit.total-pixels-too-large"])
  }

  @Test func hugeFramesOverflowNothing() throws {
    let side = 0x7FFF_FFFF
    var builder = PNGAnimationTests.sound
    builder.chunks[0] = PNGBuilder.header(side, side, 8, 2, 0)
    for index in 1..<9 {
      builder.insert(PNGBuilder.frameControl(index, side, side), before: "IEND")
      builder.insert(PNGBuilder.frameData(index, [1]), before: "IEND")
    }
    #expect(try verifyPNG(builder.bytes).ids.contains("limit.pixels-too-large"))
    var limits = Limits()
    limits.maxPixelCount = nil
    #expect(try verifyPNG(builder.bytes, limits: limits).ids.contains("limit.total-pixels-too-large"))
  }

  @Test func timeIsLimited() throws {
    var limits = Limits()
    limits.maxCPUSeconds = 0
    var builder = PNGBuilder()
    builder.chunks[0] = PNGBuilder.header(9_000, 9_000, 8, 0, 0)
    builder["IDAT"] = PNGBuilder.zlibZeros(9_001 * 9_000)
    let verification = try verifyPNG(builder.bytes, limits: limits)
    #expect(verification.ids == ["limit.time-too-large"])
    #expect(verification.integrity == .undetermined)
  }

  @Test func withoutLimitsNothingStops() throws {
    var limits = Limits()
    limits.maxPixelCount = nil
    limits.maxChunkCount = nil
    limits.maxFrameCount = nil
    limits.maxDecodedPixelCount = nil
    limits.maxMetadataByteCount = nil
    limits.maxMetadataChunkByteCount = nil
    limits.maxCPUSeconds = nil
    #expect(try verifyPNG(PNGAnimationTests.sound.bytes, limits: limits).findings.isEmpty)
    var builder = PNGBuilder()
    builder.chunks[0] = PNGBuilder.header(0x7FFF_FFFF, 0x7FFF_FFFF, 16, 6, 1)
    #expect(try verifyPNG(builder.bytes, limits: limits).integrity == .damaged)
  }
}
