import Testing

@testable import PushImageFormats

/// Cut and changed files: no trap, and never intact where libjpeg-turbo complains.
@Suite struct JPEGMutationTests {
  typealias Build = JPEGBuilder

  /// SplitMix64, so that every run changes the same bytes.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let exif: [UInt8] = {
    var tiff = TIFFBuilder()
    tiff.appendDirectory([.init(tag: 0x0112, value: 6), .init(tag: 0x8825, type: 4, value: 38)])
    tiff.appendDirectory([.init(tag: 0, type: 1, count: 4, value: 2)])
    return Build.segment(0xE1, Array("Exif\0\0".utf8) + tiff.bytes)
  }()

  private static let samples: [[UInt8]] = [
    Build.baseline(width: 40, height: 24, extra: exif),
    Build.baseline(width: 64, height: 48, Build.color, restartInterval: 3),
    Build.progressive(width: 40, height: 24, Build.color),
    Build.manyScans(width: 24, height: 24, scanCount: 6),
  ]

  /// The reference decoder asked directly, whatever the walk thought of the file.
  private func referenceComplains(_ bytes: [UInt8]) throws -> Bool {
    try JPEGReferenceDecoder.findings(bytes.span, endsAfterScan: false, limits: .default)
      .contains { $0.kind.integrity != .intact }
  }

  private func check(_ bytes: [UInt8], _ what: String) throws {
    let verification = try verifyJPEG(bytes)
    var end = 0
    for segment in verification.segments {
      #expect(segment.byteOffset == end, "\(what)")
      end = segment.endOffset
    }
    #expect(end <= bytes.count)
    guard verification.integrity == .intact else { return }
    #expect(end == bytes.count, "\(what)")
    let complains = try referenceComplains(bytes)
    #expect(!complains, "\(what)")
  }

  @Test func `cut at every offset is damage`() throws {
    for (number, sample) in Self.samples.enumerated() {
      #expect(try verifyJPEG(sample).integrity == .intact)
      for count in 0..<sample.count {
        let cut = Array(sample.prefix(count))
        let integrity = try verifyJPEG(cut).integrity
        #expect(integrity == .damaged, "sample \(number) cut to \(count)")
        _ = JPEGCodec().inspect(cut.span, limits: .default)
      }
    }
  }

  @Test func `two thousand changed files never pass where libjpeg complains`() throws {
    var random = Seeded(state: 2_026)
    for round in 0..<2_000 {
      let sample = round % Self.samples.count
      var bytes = Self.samples[sample]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes[place] = 0xFF
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      try check(bytes, "round \(round) of sample \(sample)")
    }
  }
}
