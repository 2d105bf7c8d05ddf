import PushImage
import Testing

/// The checker with a codec at work, on the smallest GIF that can be.
@Suite struct CheckerOnPicturesTests {
  /// One pixel, two colours.
  private static let head: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
  private static let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  private static let trailer: [UInt8] = [0x3B]

  private static func comment(_ text: String) -> [UInt8] {
    [0x21, 0xFE, UInt8(text.utf8.count)] + Array(text.utf8) + [0]
  }

  private func check(_ bytes: [UInt8], on platforms: [Platform] = [.ios]) throws -> Report {
    try Checker(platforms: platforms).check(Candidate(bytes: bytes, name: "a.gif", declaredType: "image/gif"))
  }

  @Test func `calls a whole picture intact`() throws {
    let report = try check(Self.head + Self.frame + Self.trailer)
    #expect(report.format == .gif)
    #expect(report.integrity == .intact)
    #expect(report.info?.width == 1)
    #expect(report.findings.map(\.kind.id) == ["ios.width-too-small"])
    #expect(report.verdict == .atRisk)
    #expect(report.segments.map(\.byteCount).reduce(0, +) == report.byteCount)
    #expect(report.sha256?.count == 64)
  }

  @Test func `rejects a picture that was cut, and says nothing of it twice`() throws {
    let bytes = Self.head + Self.frame
    for count in 13..<(bytes.count - 1) {
      let report = try check(Array(bytes.prefix(count)))
      #expect(report.integrity == .damaged, "\(count) bytes")
      #expect(report.verdict == .rejected, "\(count) bytes")
    }
  }

  @Test func `finds markup in a comment and names what follows the end`() throws {
    let archive = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 40)
    let report = try check(
      Self.head + Self.comment("<script>x</script>") + Self.frame + Self.trailer + archive)
    #expect(report.integrity == .intact)
    let markup = try #require(report.findings.first { $0.kind.id == "file.embedded-markup" })
    #expect(markup.location?.byteOffset == Self.head.count + 3)
    let trailing = try #require(report.findings.first { $0.kind.id == "gif.trailing-bytes" })
    #expect(trailing.message.hasSuffix("; they begin like a ZIP archive"))
    #expect(report.verdict == .atRisk)
  }

  @Test func `leaves undetermined what is over its limits, unless a platform's limit rejects`() throws {
    var policy = Policy()
    policy.limits.maxByteCount = 10
    let checker = Checker(platforms: [.webPush, .huawei], policy: policy)
    let report = try checker.check(Candidate(bytes: Self.head + Self.frame + Self.trailer))
    #expect(report.findings.first?.kind.id == "limit.file-too-large")
    #expect(report.integrity == .undetermined)
    #expect(report.info?.width == 1)
    #expect(report.platforms.map(\.verdict) == [.undetermined, .rejected])
  }
}
