import PushImage
import Testing

/// Every picture of TestImages is judged as the recipes meant it.
@Suite struct TestImagesTests {
  @Test func theOracleIsThere() throws {
    #expect(try Expectation.load().count >= 400)
  }

  @Test(arguments: Expectation.all)
  func isJudgedAsMeant(_ expectation: Expectation) throws {
    let report = try expectation.report()
    #expect(report.format?.name == expectation.format, "format")
    if let width = expectation.width { #expect(report.info?.width == width, "width") }
    if let height = expectation.height { #expect(report.info?.height == height, "height") }
    if let frameCount = expectation.frameCount { #expect(report.info?.frameCount == frameCount, "frames") }
    #expect(report.integrity.rawValue == expectation.integrity, "integrity")
    let ids = Set(report.findings.map(\.kind.id))
    #expect(ids.filter { fileOwners.contains(owner(of: $0)) }.sorted() == expectation.findings, "findings")
    let missing = Set(expectation.platformFindings).subtracting(ids).sorted()
    #expect(missing.isEmpty, "platform findings that are missing")
    let verdicts = Dictionary(report.platforms.map { ($0.platform, $0.verdict.rawValue) }) { first, _ in first }
    #expect(verdicts == expectation.verdicts, "verdicts")
    #expect(
      report.verdict == report.platforms.map(\.verdict).max(), "the worst of the platforms is the overall verdict")
  }
}
