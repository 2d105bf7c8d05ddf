import Testing

@testable import PushImageFormats

@Suite struct GIFMutationTests {
  private func verify(_ bytes: [UInt8]) throws -> Verification {
    try GIFCodec().verify(bytes.span, limits: .default)
  }

  private func giflibComplains(_ bytes: [UInt8]) throws -> Bool {
    try !GIFReferenceDecoder.findings(bytes.span, limits: .default).isEmpty
  }

  private func mutated(_ whole: [UInt8], _ random: inout GIFSeededRandom) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 8 {
      let offset = Int.random(in: 6..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[offset] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.remove(at: offset)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: offset)
      default: bytes.removeSubrange(offset..<min(bytes.count, offset + Int.random(in: 1...9, using: &random)))
      }
    }
    return bytes
  }

  @Test(arguments: 0..<4)
  func whatGiflibRefusesIsNeverIntact(part: Int) throws {
    let files = [
      GIFBuilder.still(width: 12, height: 9), GIFBuilder.animated(),
      GIFBuilder.still(width: 17, height: 16, interlaced: true),
    ]
    var random = GIFSeededRandom(seed: UInt64(part) + 1)
    var refused = 0
    var silent: [[UInt8]] = []
    for round in 0..<500 {
      let bytes = mutated(files[round % files.count], &random)
      let verification = try verify(bytes)
      guard try giflibComplains(bytes) else { continue }
      refused += 1
      if verification.integrity == .intact { silent.append(bytes) }
    }
    #expect(refused > 100)
    #expect(silent.isEmpty)
  }

  @Test func noCutIsIntactAndNoneCrashesGiflib() throws {
    for whole in [GIFBuilder.still(), GIFBuilder.animated()] {
      for count in 0..<whole.count {
        let bytes = Array(whole.prefix(count))
        #expect(try giflibComplains(bytes))
        #expect(try verify(bytes).integrity != .intact)
      }
    }
  }
}
