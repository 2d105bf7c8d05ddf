import Testing

@testable import PushImageFormats

@Suite struct GIFConformanceTests {
  private func verify(_ row: CorpusOracle.Row, _ oracle: CorpusOracle) throws -> Verification {
    let bytes = try oracle.bytes(of: row)
    return try GIFCodec().verify(bytes.span, limits: .default)
  }

  /// Integrity, size and finding ids, as one line for a failed expectation.
  private func summary(_ row: CorpusOracle.Row, _ verification: Verification) -> String {
    let size = verification.info.map { "\($0.width)x\($0.height)" } ?? "no size"
    let ids = verification.findings.map(\.kind.id).joined(separator: " ")
    return "\(row.file) \(row.classes.sorted()): \(verification.integrity) \(size) \(ids)"
  }

  @Test func everyAcceptedCorpusFileIsIntactWithItsSize() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var misses: [String] = []
    var count = 0
    for row in oracle.rows where row.type == "GIF" && row.expect == "accept" {
      count += 1
      let verification = try verify(row, oracle)
      let info = verification.info
      let size = info.map { "\($0.width)x\($0.height)" }
      let isRight =
        verification.integrity == .intact && size == row.dims && info.map { "\($0.frameCount)" } == row.frames
      if !isRight { misses.append("\(summary(row, verification)); expected \(row.dims), \(row.frames) frames") }
    }
    #expect(count > 200)
    #expect(misses.isEmpty)
  }

  @Test func everyRejectedCorpusFileIsNotIntact() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var misses: [String] = []
    var count = 0
    for row in oracle.rows where row.type == "GIF" && row.expect == "reject" {
      count += 1
      let verification = try verify(row, oracle)
      if verification.integrity == .intact { misses.append(summary(row, verification)) }
    }
    #expect(count > 400)
    #expect(misses.isEmpty)
  }

  /// The classes about which decoders differ, by the table of meanings.
  private static let damaged: Set<String> = [
    "GARBAGE_BETWEEN_BLOCKS", "MIN_CODE_SIZE", "MISSING_TRAILER_ONLY", "ZERO_SIZE_FRAME",
  ]
  private static let idByClass = [
    "FRAME_OUTSIDE_SCREEN": "gif.frame-outside-screen", "GARBAGE_BETWEEN_BLOCKS": "gif.malformed-block",
    "INDEX_OVER_PALETTE": "gif.index-mismatch", "LZW_EXTRA_PIXELS": "gif.trailing-pixels",
    "MIN_CODE_SIZE": "gif.malformed-code-size", "MISSING_TRAILER_ONLY": "gif.missing-trailer",
    "NO_PALETTE": "gif.missing-palette", "TRAILING_AFTER_TRAILER": "gif.trailing-bytes",
    "ZERO_SIZE_FRAME": "gif.malformed-frame-size",
  ]

  @Test func disputedCorpusFilesAreJudgedByTheTableOfMeanings() throws {
    guard let oracle = CorpusOracle.shared else { return }
    var misses: [String] = []
    var count = 0
    for row in oracle.rows where row.type == "GIF" && row.expect == "policy" {
      count += 1
      let verification = try verify(row, oracle)
      let isDamaged = !row.classes.isDisjoint(with: Self.damaged)
      // Damage of error severity ends the work before the pixels are looked at.
      let pixelClasses: Set<String> = isDamaged ? ["LZW_EXTRA_PIXELS", "INDEX_OVER_PALETTE"] : []
      let expected = Set(row.classes.subtracting(pixelClasses).compactMap { Self.idByClass[$0] })
      let isRight =
        (verification.integrity == (isDamaged ? .damaged : .intact))
        && expected.isSubset(of: verification.findings.map(\.kind.id))
      if !isRight { misses.append(summary(row, verification)) }
    }
    #expect(count > 80)
    #expect(misses.isEmpty)
  }
}
