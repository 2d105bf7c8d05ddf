import Testing

@testable import PushImageFormats

@Suite struct PNGMetadataTests {
  typealias Chunk = PNGBuilder.Chunk

  private func verification(
    with chunks: [Chunk], before type: String = "IDAT", bitDepth: Int = 8, colorType: Int = 2
  ) throws -> Verification {
    var builder = PNGBuilder(bitDepth: bitDepth, colorType: colorType)
    for chunk in chunks { builder.insert(chunk, before: type) }
    return try verifyPNG(builder.bytes)
  }

  /// Broken metadata never touch the integrity of the picture.
  private func expectMalformed(
    _ chunks: [Chunk], before type: String = "IDAT", bitDepth: Int = 8, colorType: Int = 2,
    _ id: String = "png.malformed-metadata", location: SourceLocation = #_sourceLocation
  ) throws {
    let verification = try verification(with: chunks, before: type, bitDepth: bitDepth, colorType: colorType)
    #expect(verification.ids == [id], sourceLocation: location)
    #expect(verification.integrity == .intact, sourceLocation: location)
  }

  @Test func transparencyIsAlphaWhenItFitsTheColorType() throws {
    #expect(try verification(with: [Chunk(type: "tRNS", data: [0, 1])], colorType: 0).info?.hasAlpha == true)
    #expect(try verification(with: [Chunk(type: "tRNS", data: [0, 1, 0, 1, 0, 1])]).info?.hasAlpha == true)
    #expect(try verification(with: [Chunk(type: "tRNS", data: [1, 2, 3, 4])], colorType: 3).info?.hasAlpha == true)
    try expectMalformed([Chunk(type: "tRNS", data: [1])])
    try expectMalformed([Chunk(type: "tRNS", data: [1, 2, 3, 4, 5])], colorType: 3)
    try expectMalformed([Chunk(type: "tRNS", data: [])], colorType: 3)
    try expectMalformed([Chunk(type: "tRNS", data: [0, 1])], colorType: 4)
    try expectMalformed([Chunk(type: "tRNS", data: [0, 4])], bitDepth: 2, colorType: 0)
    try expectMalformed([Chunk(type: "tRNS", data: [1])], before: "PLTE", colorType: 3)
  }

  @Test func lengthsPlacesAndRepeatsAreChecked() throws {
    let gamma = Chunk(type: "gAMA", data: [0, 0, 177, 143])
    #expect(try verification(with: [gamma]).findings.isEmpty)
    try expectMalformed([gamma, gamma])
    try expectMalformed([gamma], colorType: 3)
    try expectMalformed([gamma], before: "IEND")
    try expectMalformed([Chunk(type: "gAMA", data: [0, 0, 0, 0])])
    try expectMalformed([Chunk(type: "sRGB", data: [4])])
    try expectMalformed([Chunk(type: "cHRM", data: [4])])
    try expectMalformed([Chunk(type: "pHYs", data: Array(repeating: 0, count: 9))], before: "IEND")
    try expectMalformed([Chunk(type: "bKGD", data: [9])], colorType: 3)
    try expectMalformed([Chunk(type: "bKGD", data: [1, 0])], colorType: 0)
    try expectMalformed([Chunk(type: "sBIT", data: [8, 9, 8])])
    try expectMalformed([Chunk(type: "hIST", data: [0, 0])], colorType: 3)
    #expect(try verification(with: [Chunk(type: "hIST", data: Array(repeating: 0, count: 8))], colorType: 3).ids == [])
    #expect(try verification(with: [Chunk(type: "prVt"), Chunk(type: "prVt")]).findings.isEmpty)
  }

  @Test func codingPointsSayWideGamut() throws {
    #expect(try verification(with: [Chunk(type: "cICP", data: [9, 16, 0, 1])]).info?.isWideGamut == true)
    #expect(try verification(with: [Chunk(type: "cICP", data: [1, 13, 0, 1])]).info?.isWideGamut == false)
    try expectMalformed([Chunk(type: "cICP", data: [9, 16, 5, 1])])
  }

  /// One IFD entry: orientation 6.
  static let exif: [UInt8] = [
    0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
  ]

  @Test func exifIsReadBeforeAndAfterThePicture() throws {
    for type in ["IDAT", "IEND"] {
      let verification = try verification(with: [Chunk(type: "eXIf", data: Self.exif)], before: type)
      #expect(verification.findings.isEmpty)
      #expect(verification.info?.orientation == 6)
      #expect(verification.info?.metadataByteCount == Self.exif.count)
    }
    try expectMalformed([Chunk(type: "eXIf", data: Array(Self.exif.prefix(7)))])
    let prefixed = try verification(with: [Chunk(type: "eXIf", data: Array("Exif\0\0".utf8) + Self.exif)])
    #expect(prefixed.ids == ["png.malformed-metadata"] && prefixed.info?.orientation == 6)
  }

  @Test func textIsCountedAndItsPlaceIsGiven() throws {
    let plain = Chunk(type: "tEXt", data: Array("Title\0<script>".utf8))
    let packed = Chunk(type: "zTXt", data: Array("Title\0\0".utf8) + PNGBuilder.zlib([65, 66]))
    let international = Chunk(type: "iTXt", data: Array("Title\0\0\0de\0Titel\0hallo".utf8))
    let packedInternational = Chunk(type: "iTXt", data: Array("Title\0\u{1}\0de\0\0".utf8) + PNGBuilder.zlib([65]))
    let chunks = [plain, packed, international, packedInternational]
    let verification = try verification(with: chunks)
    #expect(verification.findings.isEmpty, "\(verification.findings.map(\.message))")
    #expect(verification.info?.metadataByteCount == chunks.map(\.data.count).reduce(0, +))
    #expect(verification.textRanges.map(\.count) == [plain.data.count, international.data.count])
    #expect(verification.textRanges.first?.lowerBound == 8 + 25 + 8)
  }

  @Test func brokenTextIsMalformedMetadata() throws {
    let packed = PNGBuilder.zlib([65, 66])
    for data in [
      Array("\0x".utf8), Array("no end".utf8), Array(repeating: 65, count: 80) + [0], [],
    ] {
      for type in ["tEXt", "zTXt", "iTXt"] { try expectMalformed([Chunk(type: type, data: data)]) }
    }
    try expectMalformed([Chunk(type: "zTXt", data: Array("T\0\u{1}".utf8) + packed)])
    try expectMalformed([Chunk(type: "zTXt", data: Array("T\0".utf8))])
    try expectMalformed([Chunk(type: "zTXt", data: Array("T\0\0".utf8) + packed.dropLast())])
    try expectMalformed([Chunk(type: "zTXt", data: Array("T\0\0".utf8) + [1, 2, 3])])
    try expectMalformed([Chunk(type: "iTXt", data: Array("T\0\u{2}\0\0\0x".utf8))])
    try expectMalformed([Chunk(type: "iTXt", data: Array("T\0\0\0de".utf8))])
    try expectMalformed([Chunk(type: "iTXt", data: Array("T\0\u{1}\u{1}\0\0".utf8) + packed)])
  }

  /// A header without tags, which is a whole profile.
  static func profile(_ colorSpace: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 132)
    bytes[3] = 132
    bytes.replaceSubrange(16..<20, with: Array(colorSpace.utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return bytes
  }

  static func iccp(_ profile: [UInt8]) -> Chunk {
    Chunk(type: "iCCP", data: Array("icc\0\0".utf8) + PNGBuilder.zlib(profile))
  }

  @Test func colorProfilesAreReadAndComparedWithTheImage() throws {
    let verification = try verification(with: [Self.iccp(Self.profile("RGB "))])
    #expect(verification.findings.isEmpty)
    #expect(verification.info?.iccColorSpace == "RGB")
    #expect(verification.info?.iccByteCount == PNGBuilder.zlib(Self.profile("RGB ")).count)
    try expectMalformed([Self.iccp(Self.profile("RGB "))], colorType: 0, "png.malformed-icc")
    try expectMalformed([Self.iccp(Self.profile("CMYK"))], "png.malformed-icc")
    try expectMalformed([Self.iccp([1, 2, 3])], "png.malformed-icc")
    try expectMalformed([Chunk(type: "iCCP", data: [])], "png.malformed-icc")
    try expectMalformed([Chunk(type: "iCCP", data: Array("icc\0\u{1}".utf8))], "png.malformed-icc")
    let cut = Chunk(type: "iCCP", data: Self.iccp(Self.profile("RGB ")).data.dropLast(4))
    try expectMalformed([cut], "png.malformed-icc")
  }
}
