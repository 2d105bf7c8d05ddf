import PushImage
import Testing

@Suite struct CureTests {
  @Test func `every kind of warning or error is cured by a step or said to be incurable`() {
    // What is wrong with a payload is no picture's to cure.
    let ofPayloads = Set(PayloadReaders.findingKinds.map(\.id))
    let unknown = FindingCatalog.kinds.filter { kind in
      kind.severity > .note && Cure(of: kind) == nil && reason(kind) == nil && !ofPayloads.contains(kind.id)
    }
    #expect(unknown.map(\.id) == [])
  }

  @Test func `nothing is cured and incurable at once`() {
    let both = FindingCatalog.kinds.filter { Cure(of: $0) != nil && reason($0) != nil }
    #expect(both.map(\.id) == [])
  }

  @Test func `the list of what is incurable names kinds that there are`() {
    let known = Set(FindingCatalog.kinds.flatMap { [$0.id, fault($0)] })
    #expect(Cure.incurable.keys.filter { !known.contains($0) } == [])
  }

  @Test func `damage of error severity is cured by a repair alone`() {
    for kind in FindingCatalog.kinds where kind.integrity == .damaged && kind.severity == .error {
      #expect(Cure(of: kind) == .repair, "\(kind.id)")
    }
  }

  @Test(arguments: [
    ("ios.extension-missing", Cure.rename), ("android.file-too-large", .compress), ("jpeg.trailing-bytes", .strip),
    ("color.cmyk", .convertColor), ("android.orientation-ignored", .orient),
    ("huawei.format-unsupported", .convertFormat),
    ("web.aspect-ratio-mismatch", .reshape), ("png.crc-mismatch", .repair), ("limit.pixels-too-large", .scale),
  ])
  func `a kind has the cure that its remedy tells`(_ id: String, _ cure: Cure) throws {
    let kind = try #require(FindingCatalog.kind(id: id))
    #expect(Cure(of: kind) == cure)
  }

  private func fault(_ kind: Finding.Kind) -> String {
    kind.id.split(separator: ".", maxSplits: 1).last.map(String.init) ?? kind.id
  }

  private func reason(_ kind: Finding.Kind) -> String? { Cure.incurable[kind.id] ?? Cure.incurable[fault(kind)] }
}
