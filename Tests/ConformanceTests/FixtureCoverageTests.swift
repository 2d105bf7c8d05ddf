import PushImage
import Testing

/// A finding that no fixture provokes is a promise that nobody has seen kept.
@Suite struct FixtureCoverageTests {
  /// The engines agree about every fixture; `EngineSelectionTests` makes them differ.
  static let disagreements: Set<String> = ["check.engines-mismatch"]
  /// The answer to library messages that no table of ours names. A fixture for one would be the reason to name it.
  static let unnamedMessages: Set<String> = [
    "png.decoder-complaint", "jpeg.decoder-complaint", "gif.decoder-complaint",
  ]

  /// Texts that would be too long for a table; `PayloadFileTests` writes them.
  static let longTexts: Set<String> = ["payload.file-too-large", "payload.too-large", "payload.nesting-too-large"]

  /// Said of a preparation; `PreparerTests` and `PrepareTestImagesTests` provoke them.
  static let preparing: Set<String> = [
    "prepare.over-budget", "prepare.undecodable", "prepare.rows-lost", "prepare.frames-lost",
  ]

  @Test func everyKindOfFindingIsProvokedByAFixture() throws {
    let kinds = FindingCatalog.kinds.map(\.id)
    #expect(kinds.count >= 80)
    var provoked: Set<String> = []
    for expectation in Expectation.all {
      provoked.formUnion(try expectation.report().findings.map(\.kind.id))
    }
    for row in PayloadCase.all { provoked.formUnion(row.payloads.flatMap { $0.findings.map(\.kind.id) }) }
    let missing = Set(kinds).subtracting(provoked).subtracting(Self.unnamedMessages)
      .subtracting(Self.disagreements).subtracting(Self.longTexts).subtracting(Self.preparing)
    #expect(missing.sorted() == [], "kinds that no fixture provokes")
    #expect(provoked.subtracting(kinds).sorted() == [], "findings that the catalogue does not list")
  }

  @Test func everyFileOfTestImagesHasAnExpectation() throws {
    let folders = ["png", "jpeg", "gif", "other"]
    let judged = Set(Expectation.all.map(\.file))
    var count = 0
    for folder in folders {
      for name in try PackageFiles.testImageNames(in: folder) {
        count += 1
        #expect(judged.contains("\(folder)/\(name)"), "no expectation for \(folder)/\(name)")
      }
    }
    #expect(count >= 350)
  }
}
