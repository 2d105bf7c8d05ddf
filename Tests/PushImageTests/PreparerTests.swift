import PushImage
import Testing

@Suite struct PreparerTests {
  /// A GIF of one black pixel.
  private let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]

  private func prepare(
    _ bytes: [UInt8], _ name: String?, type: String? = nil, platforms: [String] = ["ios", "android"]
  ) throws -> Preparation {
    try Preparer(platforms: platforms.compactMap(Platforms.platform(id:)))
      .prepare(Candidate(bytes: bytes, name: name, declaredType: type, source: "given"))
  }

  @Test func `a wrong extension is cured, and the report judges the new name under the old source`() throws {
    let preparation = try prepare(gif, "hero.png")
    #expect(preparation.action == .renamed)
    #expect(preparation.fileName == "hero.gif")
    #expect(preparation.steps == ["rename"])
    #expect(preparation.report.source == "given")
    #expect(!preparation.report.findings.contains { $0.kind.id.hasPrefix("file.extension") })
  }

  @Test func `a right name is kept`() throws {
    let preparation = try prepare(gif, "hero.gif")
    #expect(preparation.action == .kept)
    #expect(preparation.steps == [])
  }

  @Test func `a wrong declared type is cured by the new name`() throws {
    #expect(try prepare(gif, "hero.gif", type: "text/html").action != .rejected)
  }

  @Test(arguments: [0, 1, 6, 13, 20, 30])
  func `a cut picture is rejected with its findings`(_ count: Int) throws {
    let preparation = try prepare(Array(gif.prefix(count)), "hero.gif")
    #expect(preparation.action == .rejected)
    #expect(preparation.fileName == nil)
    #expect(preparation.report.source == "given")
    #expect(!preparation.report.findings.isEmpty)
  }

  @Test func `damage of warning severity is cured`() throws {
    let preparation = try prepare(Array(gif.dropLast()), "hero.gif")
    #expect(preparation.action == .optimized)
    #expect(preparation.steps == ["strip"])
    #expect(preparation.outputs.first.map { Array($0.bytes) } == gif)
    #expect(preparation.report.integrity == .intact)
    #expect(preparation.input.integrity == .damaged)
  }

  @Test func `what this library does not verify is rejected`() throws {
    let webp =
      Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8) + [13, 0, 0, 0] + [UInt8](repeating: 0, count: 14)
    #expect(try prepare(webp, "hero.webp", platforms: ["android"]).action == .rejected)
  }

  @Test func `only the beginning of a file is never prepared`() throws {
    let candidate = Candidate(head: gif, byteCount: gif.count + 1, name: "hero.gif")
    #expect(try Preparer(platforms: Platforms.all).prepare(candidate).action == .rejected)
  }

  @Test func `what is prepared passes the check under its new name, whatever it was called`() throws {
    let names = [
      "hero", "HERO.JPEG", "a.gif.mp4", "hero.png?x=.jpg", "%41%2E", "-x", "con", "e\u{301}\u{202E}", "..", "a/b\\c",
      "\0",
      String(repeating: "ü", count: 300),
    ]
    let checker = Checker(platforms: ["ios", "android"].compactMap(Platforms.platform(id:)))
    for name in names {
      let preparation = try prepare(gif, name)
      let fileName = try #require(preparation.fileName)
      let report = try checker.check(Candidate(bytes: gif, name: fileName))
      #expect(report.verdict <= .atRisk)
      #expect(!report.findings.contains { $0.kind.id.hasPrefix("file.") }, "\(fileName): \(report.findings)")
    }
  }
}
