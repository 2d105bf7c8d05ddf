import PushImage
import Testing

@Suite struct QuickCheckTests {
  private let checker = Checker(platforms: [.ios, .androidFCM])

  /// Signature, IHDR of 600 x 300 and the beginning of an IDAT chunk: CRCs are not looked at.
  private let pngHead: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 2, 0x58, 0, 0, 1, 0x2C, 8, 2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0x40, 0, 0x49, 0x44, 0x41, 0x54, 1, 2, 3]

  private func head(_ bytes: [UInt8], of byteCount: Int, name: String = "hero.png") -> Candidate {
    Candidate(head: bytes, byteCount: byteCount, name: name)
  }

  @Test func `a good header is at risk, undetermined, and says why`() {
    let report = checker.quickCheck(head(pngHead, of: 20_000))
    #expect(report.integrity == .undetermined)
    #expect(report.verdict == .atRisk)
    #expect(report.platforms.map(\.verdict) == [.atRisk, .atRisk])
    #expect(report.findings.map(\.kind.id) == ["check.not-verified"])
    #expect(report.findings.map(\.severity) == [.note])
    #expect(report.info?.width == 600)
    #expect(report.sha256 == nil)
  }

  @Test func `the whole file is not called verified either`() throws {
    let report = checker.quickCheck(head(pngHead, of: pngHead.count))
    #expect(report.integrity == .undetermined)
    #expect(report.findings.map(\.kind.id) == ["check.not-verified"])
    #expect(try checker.check(head(pngHead, of: pngHead.count)).integrity == .damaged)
  }

  @Test func `a damaged header is rejected`() {
    var bytes = pngHead
    bytes[19] = 0
    bytes[18] = 0
    let report = checker.quickCheck(head(bytes, of: 20_000))
    #expect(report.integrity == .damaged)
    #expect(report.verdict == .rejected)
    #expect(report.findings.map(\.kind.id).contains("png.malformed-header"))
  }

  @Test func `name, type and size are judged`() {
    let candidate = Candidate(head: pngHead, byteCount: 20_000_000, name: "hero.mp3", declaredType: "text/html")
    let ids = checker.quickCheck(candidate).findings.map(\.kind.id)
    for id in ["file.extension-mismatch", "content-type.not-an-image", "ios.file-too-large", "android.file-too-large"] {
      #expect(ids.contains(id), "\(id)")
    }
  }

  @Test(arguments: [[], Array("<html>".utf8), [1, 2, 3, 4]] as [[UInt8]])
  func `what is no picture is rejected as by a full check`(_ bytes: [UInt8]) throws {
    let candidate = head(bytes, of: bytes.count)
    #expect(checker.quickCheck(candidate).findings == (try checker.check(candidate).findings))
    #expect(checker.quickCheck(candidate).verdict == .rejected)
  }

  @Test func `our own limits leave it undetermined`() {
    var policy = Policy.default
    policy.limits.maxByteCount = 100
    let report = Checker(platforms: [.ios], policy: policy).quickCheck(head(pngHead, of: 101))
    #expect(report.verdict == .undetermined)
    #expect(report.findings.map(\.kind.id) == ["limit.file-too-large", "check.not-verified"])
  }

  /// SOI and APP1 segments of no known content, then a frame header of 16 x 16.
  private func jpeg(metadataByteCounts: [Int]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for count in metadataByteCounts {
      bytes += [0xFF, 0xE5, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: 0x41, count: count - 2)
    }
    return bytes + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xD9]
  }

  @Test func `metadata in front of a JPEG are read over, as far as they go and no further`() {
    let file = jpeg(metadataByteCounts: [30_000, 50_000])
    var count = Checker.quickCheckByteCount
    var steps = 0
    while let wanted = checker.wantedByteCount(after: head(Array(file.prefix(count)), of: file.count)) {
      #expect(wanted > count)
      count = wanted
      steps += 1
    }
    #expect((1...2).contains(steps))
    #expect(count <= 82_100)
    #expect(checker.quickCheck(head(Array(file.prefix(count)), of: file.count, name: "a.jpg")).info?.width == 16)
  }

  @Test func `metadata beyond 1 MiB are not read over`() {
    let file = jpeg(metadataByteCounts: Array(repeating: 60_000, count: 30))
    let candidate = head(Array(file.prefix(Checker.maxQuickCheckByteCount)), of: file.count, name: "a.jpg")
    #expect(checker.wantedByteCount(after: candidate) == nil)
    let report = Checker(platforms: [.ios]).quickCheck(candidate)
    #expect(report.info == nil)
    #expect(report.verdict == .undetermined)
  }

  @Test func `a PNG or GIF wants no more than the first bytes`() {
    #expect(checker.wantedByteCount(after: head(pngHead, of: 20_000)) == nil)
    #expect(checker.wantedByteCount(after: head(Array("GIF89a".utf8), of: 20_000)) == nil)
  }
}
