import Testing

@testable import PushImageFormats

/// Small files, changed in every way: no crash, and nothing passes that libpng complains of.
@Suite struct PNGCorruptionTests {
  /// SplitMix64: the same mutations on every machine.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  static let originals: [PNGBuilder] = {
    var text = PNGBuilder(width: 9, height: 7, bitDepth: 4, colorType: 3, isInterlaced: true)
    text.insert(PNGMetadataTests.iccp(PNGMetadataTests.profile("RGB ")), before: "PLTE")
    text.insert(PNGBuilder.Chunk(type: "eXIf", data: PNGMetadataTests.exif), before: "IDAT")
    text.insert(
      PNGBuilder.Chunk(type: "zTXt", data: Array("T\0\0".utf8) + PNGBuilder.zlibZeros(99)), before: "IDAT")
    var packed = PNGBuilder(width: 64, height: 64, bitDepth: 8, colorType: 6)
    packed["IDAT"] = PNGBuilder.zlibZeros(64 * (1 + 64 * 4))
    return [PNGAnimationTests.sound, text, packed]
  }()

  @Test func everyChangedByteIsNoticed() throws {
    for original in Self.originals {
      let bytes = original.bytes
      #expect(try verifyPNG(bytes).findings.isEmpty)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(try verifyPNG(changed).integrity == .damaged, "byte \(index)")
      }
    }
  }

  /// Whether libpng, asked whatever the walk found, complains of the picture.
  private func libraryComplains(_ bytes: [UInt8]) throws -> Bool {
    let limits = PNGLimits(.default)
    var structure = PNGStructure(limits: limits)
    structure.walk(bytes.span)
    guard let picture = PNGPicture(structure, limits: limits), !structure.isCgBI else { return false }
    var findings = PNGFindingList()
    try picture.verifyImage(bytes.span, engine: .reference, findings: &findings)
    return findings.findings.contains { $0.kind.integrity != .intact }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
    let index = Int.random(in: 8..<bytes.count, using: &random)
    let end = min(bytes.count, index + Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(index...)
    case 3: bytes.removeSubrange(index..<end)
    case 4: bytes.insert(contentsOf: bytes[index..<end], at: index)
    default: for position in index..<end { bytes[position] = 0 }
    }
  }

  @Test func mutatedFilesNeverPassWhereLibpngComplains() throws {
    var random = Seeded(state: 2)
    for turn in 0..<2_000 {
      var bytes = Self.originals[turn % Self.originals.count].bytes
      mutate(&bytes, &random)
      let verification = try verifyPNG(bytes)
      #expect(verification.segments.reduce(0) { $0 + $1.byteCount } == bytes.count, "turn \(turn)")
      if verification.integrity == .intact { #expect(try !libraryComplains(bytes), "turn \(turn)") }
    }
  }

  @Test func mutatedChunksWithRightChecksumsNeverPassWhereLibpngComplains() throws {
    var random = Seeded(state: 3)
    var complaintCount = 0
    for turn in 0..<2_000 {
      var builder = Self.originals[turn % Self.originals.count]
      let index = Int.random(in: 0..<builder.chunks.count, using: &random)
      guard !builder.chunks[index].data.isEmpty else { continue }
      let place = Int.random(in: 0..<builder.chunks[index].data.count, using: &random)
      builder.chunks[index].data[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      if turn % 5 == 0 { builder.chunks.swapAt(index, Int.random(in: 0..<builder.chunks.count, using: &random)) }
      let verification = try verifyPNG(builder.bytes)
      guard try libraryComplains(builder.bytes) else { continue }
      complaintCount += 1
      #expect(verification.integrity != .intact, "turn \(turn)")
    }
    #expect(complaintCount > 300)
  }
}
