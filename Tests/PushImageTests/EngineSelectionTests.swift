import PushImageFormats
import Testing

@testable import PushImage

@Suite struct EngineSelectionTests {
  /// One block whose fifth run of zeros leads past the last coefficient, which libjpeg lets pass.
  private static let runPastTheBlock: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    + [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    + [0xFF, 0xC4, 0, 20, 0x00, 1] + [UInt8](repeating: 0, count: 15) + [0]
    + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE1]
    + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x2A, 0xBF, 0xFF, 0xD9]

  private func check(_ bytes: [UInt8], by engine: EngineSelection) throws -> Report {
    try Checker(platforms: [.ios], engine: engine).check(Candidate(bytes: bytes))
  }

  private func ids(_ findings: [Finding]) -> [String] { findings.map(\.kind.id) }

  private static let intact = Verification(info: nil, findings: [], segments: [])
  private static func damaged(_ kind: Finding.Kind) -> Verification {
    Verification(info: nil, findings: [Finding(kind, "as said")], segments: [])
  }
  private static let cut = Finding.Kind(
    "test.cut", .error, integrity: .damaged, meaning: "cut", remedy: "None.", reference: "https://example.org")
  private static let noise = Finding.Kind(
    "test.noise", .error, integrity: .damaged, meaning: "noise", remedy: "None.", reference: "https://example.org")
  private static let limit = Finding.Kind(
    "test.limit", .warning, integrity: .undetermined, meaning: "limit", remedy: "None.",
    reference: "https://example.org")

  @Test func `both engines disagree about a run past the block, and the worse counts`() throws {
    #expect(try check(Self.runPastTheBlock, by: .reference).integrity == .intact)
    #expect(try check(Self.runPastTheBlock, by: .native).integrity == .damaged)
    let report = try check(Self.runPastTheBlock, by: .both)
    #expect(report.integrity == .damaged)
    #expect(report.verdict == .rejected)
    #expect(ids(report.findings).contains("jpeg.malformed-scan-data"))
    let mismatch = try #require(report.findings.first { $0.kind.id == "check.engines-mismatch" })
    #expect(mismatch.message == "the native engine says damaged, the reference intact")
  }

  @Test func `damage that only the reference knows is kept, with the disagreement`() {
    let joined = EngineSelection.joined(Self.intact, Self.damaged(Self.cut))
    #expect(ids(joined.findings) == ["test.cut", "check.engines-mismatch"])
    #expect(joined.integrity == .damaged)
  }

  @Test func `one kind that both found is told once, and other words for damage are no disagreement`() {
    #expect(ids(EngineSelection.joined(Self.damaged(Self.cut), Self.damaged(Self.cut)).findings) == ["test.cut"])
    let joined = EngineSelection.joined(Self.damaged(Self.cut), Self.damaged(Self.noise))
    #expect(ids(joined.findings) == ["test.cut", "test.noise"])
  }

  @Test func `an engine that met a limit has no opinion`() {
    let joined = EngineSelection.joined(Self.intact, Self.damaged(Self.limit))
    #expect(ids(joined.findings) == ["test.limit"])
    #expect(joined.integrity == .undetermined)
  }

  @Test func `a whole picture is told once`() throws {
    let gif: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    #expect(try check(gif, by: .both) == check(gif, by: .native))
  }
}
