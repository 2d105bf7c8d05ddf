import PushImage
import Testing

/// Damaged files are answered: never with a crash, never without end, never with a report that contradicts itself.
@Suite struct MutationTests {
  static let formats = ["png", "jpeg", "gif"]
  static let checker = Checker(platforms: Platforms.all)
  /// Larger files would make "every offset" slow and add nothing.
  static let smallByteCount = 800

  /// Whole files without bytes behind their end, so that every cut takes something that matters.
  static func seeds(_ format: String) throws -> [(file: String, bytes: [UInt8])] {
    var seen: Set<String> = []
    return try Expectation.all.compactMap { expectation in
      let isWhole = expectation.integrity == "intact" && !expectation.findings.contains { $0.contains("trailing") }
      guard expectation.format == format, isWhole, seen.insert(expectation.file).inserted else { return nil }
      let bytes = try PackageFiles.testImage(expectation.file)
      return bytes.count <= smallByteCount ? (expectation.file, bytes) : nil
    }
  }

  @Test(arguments: formats)
  func aFileCutAnywhereIsNeverIntact(_ format: String) throws {
    let seeds = try Self.seeds(format)
    #expect(seeds.count >= 20)
    for (file, bytes) in seeds {
      for count in 0..<bytes.count {
        let report = try Self.checker.check(Candidate(bytes: bytes[..<count]))
        #expect(report.integrity != .intact, "\(file) cut to \(count) of \(bytes.count) bytes")
        Self.expectConsistency(report, byteCount: count, "\(file) cut to \(count) bytes")
      }
    }
  }

  @Test(arguments: formats)
  func twoThousandDamagedFilesAreAnsweredConsistently(_ format: String) throws {
    let seeds = try Self.seeds(format)
    var mutator = Mutator(seed: 20_260_821)
    var intactCount = 0
    try #require(!seeds.isEmpty)
    for round in 0..<2000 {
      let (file, bytes) = seeds[round % seeds.count]
      let candidate = Candidate(bytes: mutator.damaged(bytes))
      let clock = ContinuousClock()
      let start = clock.now
      let report = try Self.checker.check(candidate)
      #expect(clock.now - start < .seconds(10), "\(file) in round \(round) takes too long")
      Self.expectConsistency(report, byteCount: candidate.byteCount, "\(file) in round \(round)")
      if round % 10 == 0 { #expect(try Self.checker.check(candidate) == report, "\(file) in round \(round)") }
      intactCount += report.integrity == .intact ? 1 : 0
    }
    // Some damage cannot be seen (metadata, pixels without a checksum), most of it can.
    #expect(intactCount < 1500)
  }

  /// What holds of every report, whatever the file.
  static func expectConsistency(_ report: Report, byteCount: Int, _ what: String) {
    var end = 0
    for segment in report.segments {
      #expect(segment.byteOffset == end, "\(what): \(segment.name) leaves a gap or overlaps")
      #expect(segment.byteCount > 0, "\(what): \(segment.name) is empty")
      end = segment.endOffset
    }
    #expect(end <= byteCount, "\(what): segments go past the end")
    if report.integrity == .intact { #expect(end == byteCount, "\(what): bytes without a name") }
    for finding in report.findings {
      let offset = finding.location?.byteOffset ?? 0
      #expect(0...byteCount ~= offset, "\(what): \(finding.kind.id) lies outside the file")
    }
    let worst = report.findings.map(\.kind.integrity).max() ?? .intact
    #expect(report.integrity >= worst, "\(what): \(report.integrity) beside a finding that says \(worst)")
    #expect(report.verdict == report.platforms.map(\.verdict).max(), "\(what): verdict")
    if report.integrity != .intact { #expect(report.verdict != .accepted, "\(what): accepted without being intact") }
  }
}
