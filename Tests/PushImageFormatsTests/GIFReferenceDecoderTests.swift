import Testing

@testable import PushImageFormats

@Suite struct GIFReferenceDecoderTests {
  private func kinds(_ bytes: [UInt8], _ limits: Limits = .default) throws -> [Finding.Kind] {
    try GIFReferenceDecoder.findings(bytes.span, limits: limits).map(\.kind)
  }

  @Test func wholeFilesAreReadToTheEnd() throws {
    #expect(try kinds(GIFBuilder.still()).isEmpty)
    #expect(try kinds(GIFBuilder.animated()).isEmpty)
  }

  @Test func whatTheLibrarySaysBecomesAKind() throws {
    let whole = GIFBuilder.still()
    #expect(try kinds([]) == [GIFFindings.truncated])
    #expect(try kinds(Array("PNG".utf8) + whole.dropFirst(3)) == [GIFFindings.malformedHeader])
    #expect(try kinds(Array(whole.dropLast())) == [GIFFindings.truncated])
    #expect(try kinds(Array(whole.dropLast()) + [0]) == [GIFFindings.malformedBlock])
    var short = GIFBuilder()
    short.frame(pixels: [1])
    #expect(try kinds(short.bytes + [0x3B]) == [GIFFindings.truncatedFrame])
    var empty = GIFBuilder()
    empty.frame(width: 0)
    #expect(try kinds(empty.bytes + [0x3B]) == [GIFFindings.malformedFrameSize])
  }

  @Test func aFailureWithoutACodeIsStillAComplaint() {
    #expect(GIFReferenceDecoder.kind(ofCode: -1) == GIFFindings.decoderComplaint)
    #expect(GIFReferenceDecoder.kind(ofCode: 0) == GIFFindings.decoderComplaint)
  }

  @Test func theTimeLimitStopsTheLibrary() throws {
    var builder = GIFBuilder(width: 1000, height: 500)
    let codes = GIFEncoder.encode([Int](repeating: 1, count: 500_000), codeSize: 2)
    for _ in 0..<24 { builder.frame(width: 1000, height: 500, pixels: [], codes: codes) }
    builder.trailer()
    var limits = Limits()
    limits.maxCPUSeconds = 0.001
    #expect(try kinds(builder.bytes, limits) == [LimitFindings.timeTooLarge])
    limits.maxCPUSeconds = nil
    #expect(try kinds(builder.bytes, limits).isEmpty)
  }
}
