import Testing

@testable import PushImageFormats

@Suite struct GIFCodecTests {
  private func verify(_ bytes: [UInt8], limits: Limits = .default) throws -> Verification {
    try GIFCodec().verify(bytes.span, limits: limits)
  }

  private func ids(_ bytes: [UInt8]) throws -> [String] { try verify(bytes).findings.map(\.kind.id) }

  private func build(_ change: (inout GIFBuilder) -> Void) -> [UInt8] {
    var builder = GIFBuilder()
    change(&builder)
    builder.trailer()
    return builder.bytes
  }

  // MARK: Whole files

  @Test func aPositionInXMPIsAPosition() throws {
    for (text, isPosition) in [("exif:GPSLatitude='52,30.5N'", true), ("exif:Make='G'", false)] {
      let file = build { builder in
        builder.bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + GIFBuilder.subBlocks(Array(text.utf8))
        builder.frame()
      }
      let verification = try verify(file)
      #expect(verification.info?.hasGPS == isPosition)
      #expect(verification.segments.map(\.name).contains("application extension (XMP)"))
    }
  }

  @Test func aStillPictureIsIntactWithItsFacts() throws {
    let verification = try verify(GIFBuilder.still(width: 5, height: 3))
    let info = try #require(verification.info)
    #expect(verification.findings.isEmpty)
    #expect(verification.image != nil)
    #expect(info.width == 5 && info.height == 3 && info.frameCount == 1)
    #expect(info.durationSeconds == nil && info.loopCount == nil)
    #expect(info.bitDepth == 2 && info.colorModel == .indexed)
    #expect(!info.hasAlpha && !info.isInterlaced && info.metadataByteCount == 0)
  }

  @Test func anAnimationTellsFramesTimeAndLoops() throws {
    let verification = try verify(GIFBuilder.animated())
    let info = try #require(verification.info)
    #expect(verification.integrity == .intact && verification.findings.isEmpty)
    #expect(info.frameCount == 3 && info.loopCount == 0)
    #expect(info.durationSeconds == 0.4)
    #expect(info.hasAlpha && info.isInterlaced)
    #expect(info.metadataByteCount == 16)
    #expect(verification.textRanges.count == 1)
  }

  @Test(arguments: ["NETSCAPE2.0", "ANIMEXTS1.0"])
  func bothLoopExtensionsCount(name: String) throws {
    let bytes = build {
      $0.loop(7, name: name)
      $0.frame()
      $0.frame()
    }
    #expect(try verify(bytes).info?.loopCount == 7)
  }

  @Test func severalFramesWithoutALoopPlayOnce() throws {
    let bytes = build {
      $0.frame()
      $0.frame()
    }
    #expect(try verify(bytes).info?.loopCount == 1)
  }

  @Test func segmentsCoverEveryByteInOrder() throws {
    let bytes = GIFBuilder.animated() + [1, 2, 3]
    let segments = try verify(bytes).segments
    var offset = 0
    for segment in segments {
      #expect(segment.byteOffset == offset)
      offset = segment.endOffset
    }
    #expect(offset == bytes.count)
    #expect(segments.first?.name == "header" && segments.last?.name == "trailing bytes")
  }

  @Test func headersAreInspectedWithoutTheRest() {
    let bytes = Array(GIFBuilder.still(width: 300, height: 200).prefix(30))
    let info = GIFCodec().inspect(bytes.span, limits: .default)
    #expect(info?.width == 300 && info?.height == 200 && info?.frameCount == 1)
    let cut = Array(bytes.prefix(12))
    #expect(GIFCodec().inspect(cut.span, limits: .default) == nil)
  }

  // MARK: Damage

  @Test func aCutAnywhereIsDamage() throws {
    for whole in [GIFBuilder.still(), GIFBuilder.animated(), GIFBuilder.still(width: 9, height: 9, interlaced: true)] {
      for count in 6..<whole.count {
        let verification = try verify(Array(whole.prefix(count)))
        #expect(verification.integrity == .damaged, "cut at \(count) of \(whole.count)")
      }
    }
  }

  @Test func aMissingTrailerIsAWarning() throws {
    let verification = try verify(Array(GIFBuilder.still().dropLast()))
    #expect(verification.findings.map(\.kind.id) == ["gif.missing-trailer"])
    #expect(verification.findings.first?.severity == .warning)
    #expect(verification.integrity == .damaged)
  }

  @Test func aControlExtensionWithoutItsFrameAtTheEndIsACut() throws {
    var builder = GIFBuilder()
    builder.frame()
    builder.control()
    #expect(try ids(builder.bytes) == ["gif.truncated"])
  }

  @Test func noFrameIsDamage() throws {
    #expect(try ids(build { _ in }) == ["gif.missing-frame"])
  }

  @Test func anEmptyScreenIsDamage() throws {
    var builder = GIFBuilder(width: 0, height: 4)
    builder.frame()
    builder.trailer()
    let verification = try verify(builder.bytes)
    #expect(verification.findings.first?.kind == GIFFindings.malformedHeader)
    #expect(verification.info == nil)
  }

  @Test func anEmptyFrameIsDamage() throws {
    let bytes = build { $0.frame(width: 0, height: 4) }
    #expect(try ids(bytes) == ["gif.malformed-frame-size"])
  }

  @Test(arguments: [0, 1, 9, 11, 255])
  func aCodeSizeOutsideTwoToEightIsDamage(codeSize: Int) throws {
    let bytes = build { $0.frame(codeSize: codeSize, pixels: [], codes: .raw([4, 0, 5], width: 3)) }
    #expect(try ids(bytes) == ["gif.malformed-code-size"])
  }

  @Test func anUnknownByteBetweenBlocksIsDamage() throws {
    for byte: UInt8 in [0x00, 0x47, 0xFF] {
      var builder = GIFBuilder()
      builder.frame()
      builder.bytes.append(byte)
      builder.frame()
      builder.trailer()
      let verification = try verify(builder.bytes)
      #expect(verification.findings.map(\.kind.id) == ["gif.malformed-block"])
      #expect(verification.segments.last?.name == "unknown bytes")
    }
  }

  @Test func aControlExtensionOfAnotherSizeIsDamage() throws {
    let bytes = build {
      $0.bytes += [0x21, 0xF9, 3, 0, 0, 0, 0]
      $0.frame()
    }
    #expect(try ids(bytes) == ["gif.malformed-extension"])
  }

  @Test func anUndefinedCodeIsDamage() throws {
    let bytes = build { $0.frame(codes: .raw([4, 0, 7], width: 3)) }
    #expect(try ids(bytes) == ["gif.malformed-frame-data"])
  }

  @Test func tooFewPixelsAreDamage() throws {
    let bytes = build { $0.frame(pixels: [Int](repeating: 1, count: 15)) }
    let verification = try verify(bytes)
    #expect(verification.findings.map(\.kind.id) == ["gif.truncated-frame"])
    #expect(verification.findings.first?.message == "frame 0 has data for 15 of 16 pixels")
  }

  // MARK: Oddities

  @Test func bytesAfterTheTrailerAreCounted() throws {
    let verification = try verify(GIFBuilder.still() + [UInt8](repeating: 0, count: 1234))
    #expect(verification.integrity == .intact)
    #expect(verification.findings.map(\.message) == ["1,234 bytes after the trailer"])
    #expect(verification.textRanges.last?.count == 1234)
  }

  @Test func tooManyPixelsAreAWarning() throws {
    let bytes = build { $0.frame(pixels: [Int](repeating: 1, count: 17)) }
    #expect(try ids(bytes) == ["gif.trailing-pixels"])
    #expect(try verify(bytes).integrity == .intact)
  }

  @Test func aFrameOutsideTheScreenIsAWarning() throws {
    let bytes = build { $0.frame(left: 1) }
    #expect(try ids(bytes) == ["gif.frame-outside-screen"])
    #expect(try verify(bytes).integrity == .intact)
  }

  @Test func aFrameWithoutAnyPaletteIsAWarning() throws {
    var builder = GIFBuilder(paletteBits: nil)
    builder.frame()
    builder.trailer()
    #expect(try ids(builder.bytes) == ["gif.missing-palette"])
  }

  @Test func anIndexOverThePaletteIsAWarningUnlessTransparent() throws {
    func file(transparent: UInt8?) -> [UInt8] {
      var builder = GIFBuilder(paletteBits: 1)
      builder.control(transparent: transparent)
      builder.frame(pixels: (0..<16).map { $0 == 9 ? 3 : $0 % 2 })
      builder.trailer()
      return builder.bytes
    }
    #expect(try ids(file(transparent: nil)) == ["gif.index-mismatch"])
    #expect(try ids(file(transparent: 2)) == ["gif.index-mismatch"])
    #expect(try ids(file(transparent: 3)).isEmpty)
  }

  @Test func manyFramesWithOneFaultAreOneFindingThatCounts() throws {
    let bytes = build { builder in (0..<1500).forEach { _ in builder.frame(left: 1) } }
    let findings = try verify(bytes).findings
    #expect(findings.count == 1)
    #expect(findings.first?.message.hasSuffix("(the first of 1,500)") == true)
    #expect(findings.first?.location?.frameIndex == 0)
  }

  // MARK: Limits

  @Test func theFrameLimitIsInclusive() throws {
    var limits = Limits()
    limits.maxFrameCount = 3
    #expect(try verify(GIFBuilder.animated(), limits: limits).integrity == .intact)
    limits.maxFrameCount = 2
    let verification = try verify(GIFBuilder.animated(), limits: limits)
    #expect(verification.findings.map(\.kind) == [LimitFindings.framesTooLarge])
    #expect(verification.integrity == .undetermined)
  }

  @Test func thePixelLimitIsInclusive() throws {
    var limits = Limits()
    limits.maxPixelCount = 16
    #expect(try verify(GIFBuilder.still(), limits: limits).integrity == .intact)
    limits.maxPixelCount = 15
    #expect(try verify(GIFBuilder.still(), limits: limits).findings.map(\.kind) == [LimitFindings.pixelsTooLarge])
  }

  @Test func theSumOfPixelsLimitIsInclusive() throws {
    var limits = Limits()
    limits.maxTotalPixelCount = 63 + 25 + 63
    #expect(try verify(GIFBuilder.animated(), limits: limits).integrity == .intact)
    limits.maxTotalPixelCount = 63 + 25 + 62
    #expect(
      try verify(GIFBuilder.animated(), limits: limits).findings.map(\.kind) == [LimitFindings.totalPixelsTooLarge])
  }

  @Test func bombsAreAnsweredAtOnce() throws {
    var huge = GIFBuilder(width: 65535, height: 65535, paletteBits: nil)
    huge.frame(width: 65535, height: 65535, codeSize: 2, pixels: [], codes: .raw([4, 5], width: 3))
    var wide = GIFBuilder(width: 8000, height: 8000)
    for _ in 0..<100 { wide.frame(width: 8000, height: 8000, pixels: [], codes: .raw([4, 5], width: 3)) }
    var many = GIFBuilder(width: 1, height: 1)
    for _ in 0..<20_000 { many.frame(width: 1, height: 1, pixels: [0]) }
    let clock = ContinuousClock()
    for (bytes, kind) in [
      (huge.bytes + [0x3B], LimitFindings.pixelsTooLarge), (wide.bytes + [0x3B], LimitFindings.totalPixelsTooLarge),
      (many.bytes + [0x3B], LimitFindings.framesTooLarge),
    ] {
      var kinds: [Finding.Kind] = []
      let elapsed = try clock.measure { kinds = try verify(bytes).findings.map(\.kind) }
      #expect(kinds.contains(kind))
      #expect(elapsed < .seconds(1))
    }
  }

  @Test func aMillionEmptyExtensionsAreReadInAFewSegments() throws {
    var builder = GIFBuilder()
    for _ in 0..<150_000 { builder.bytes += [0x21, 0xFE, 0, 0x21, 0x80, 0] }
    builder.frame()
    builder.trailer()
    let verification = try verify(builder.bytes)
    #expect(verification.integrity == .intact)
    #expect(verification.segments.count <= 100_010)
    #expect(verification.textRanges.count <= 64)
  }

  // MARK: Text

  @Test func pastTheCapacityTheLastTextRangeGrows() throws {
    var builder = GIFBuilder()
    for _ in 0..<200 {
      builder.comment("a")
      builder.frame()
    }
    builder.comment("<script>")
    builder.trailer()
    let ranges = try verify(builder.bytes).textRanges
    #expect(ranges.count == 64)
    #expect(ranges.last?.upperBound == builder.bytes.count - 1)
  }
}
