import PushImage
import Testing

@Suite struct CheckerTests {
  /// A WebP by its signature: recognised, not verified.
  private static let webp = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBPVP8 ".utf8)

  private func check(
    _ bytes: [UInt8], name: String? = nil, type: String? = nil, on platforms: [Platform] = [.ios, .androidFCM],
    policy: Policy = .default
  ) throws -> Report {
    try Checker(platforms: platforms, policy: policy).check(Candidate(bytes: bytes, name: name, declaredType: type))
  }

  @Test func `rejects an empty file everywhere`() throws {
    let report = try check([], name: "a.png", on: Platforms.all)
    #expect(report.findings.first?.kind.id == "file.empty")
    #expect(report.platforms.allSatisfy { $0.verdict == .rejected })
    #expect(report.integrity == .undetermined)
    #expect(report.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(report.format == nil)
    #expect(report.info == nil)
  }

  @Test func `rejects bytes of no known format`() throws {
    let report = try check([1, 2, 3, 4, 5, 6, 7, 8])
    #expect(report.findings.map(\.kind.id) == ["file.format-unknown"])
    #expect(report.verdict == .rejected)
    #expect(report.integrity == .undetermined)
  }

  @Test func `calls an HTML page an HTML page`() throws {
    let report = try check(Array("<!DOCTYPE html><html><body>404</body></html>".utf8), name: "hero.png")
    #expect(report.format == .html)
    #expect(report.findings.first?.kind.id == "file.not-an-image")
    #expect(report.findings.first?.message == "this is an HTML page, not a picture")
    #expect(report.findings.map(\.kind.id) == ["file.not-an-image", "file.extension-mismatch"])
    #expect(report.verdict == .rejected)
  }

  @Test func `leaves undetermined what a platform may take and nobody verified`() throws {
    let report = try check(Self.webp, on: [.androidFCM, .ios, .webPush])
    #expect(report.format == .webp)
    #expect(report.integrity == .undetermined)
    #expect(report.platforms.map(\.platform) == ["android", "ios", "web"])
    #expect(report.platforms.map(\.verdict) == [.undetermined, .rejected, .undetermined])
    #expect(report.verdict == .rejected)
    #expect(report.verdict(on: "web") == .undetermined)
    #expect(report.verdict(on: "huawei") == nil)
    #expect(report.worstSeverity == .error)
    #expect(
      report.findings.map(\.kind.id) == [
        "android.format-not-verified", "android.above-vendor-advice", "ios.format-unsupported",
        "web.format-not-verified", "web.image-not-shown-everywhere",
      ])
    #expect(report.findings(on: "ios").map(\.kind.id) == ["ios.format-unsupported"])
  }

  @Test func `reports the file first and then each platform in the order asked for`() throws {
    let report = try check(Self.webp, name: "a.PNG", type: "image/png", on: [.huawei, .ios])
    let owners = report.findings.map { $0.platform ?? "file" }
    #expect(owners == ["file", "file", "huawei", "huawei", "ios", "ios"])
  }

  @Test func `never calls intact what was not read whole`() throws {
    for head in [Self.webp, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]] {
      let report = try Checker(platforms: [.androidFCM]).check(Candidate(head: head, byteCount: 300_000_000))
      #expect(report.findings.first?.kind.id == "limit.file-too-large")
      #expect(report.sha256 == nil)
      #expect(report.integrity == .undetermined)
      #expect(report.verdict == .rejected)
      #expect(report.findings.contains { $0.kind.id == "android.file-too-large" })
    }
  }

  @Test func `says that only the beginning was given`() throws {
    let report = try Checker(platforms: [.webPush]).check(Candidate(head: Self.webp, byteCount: 1_000))
    #expect(report.findings.first?.message == "file is 1,000 bytes; only the first 16 were given")
    #expect(report.verdict == .undetermined)
    let nothing = try Checker(platforms: [.webPush]).check(Candidate(head: [], byteCount: 1_000))
    #expect(nothing.findings.map(\.kind.id) == ["limit.file-too-large"])
    #expect(nothing.verdict == .undetermined)
  }

  @Test func `applies the policy to platforms and to its own limits`() throws {
    let policy = try Policy(
      json: Array(#"{"platforms":{"android":{"maxByteCount":15}},"limits":{"maxByteCount":15}}"#.utf8))
    let checker = Checker(platforms: [.androidFCM], policy: policy)
    #expect(checker.limits.maxByteCount == 15)
    let report = try checker.check(Candidate(bytes: Self.webp))
    #expect(report.findings.map(\.kind.id).contains("android.file-too-large"))
    #expect(report.findings.map(\.kind.id).contains("limit.file-too-large"))
  }

  @Test(arguments: [
    Subject.picture(name: "con.gif", byteCount: 20_000_000, format: .gif, width: 9_000, height: 100) {
      $0.frameCount = 3
      $0.orientation = 6
    },
    Subject.picture(name: "a.jpg", declaredType: "text/html", format: .webp),
    Subject.picture(),
  ])
  func `binds its rules to platforms once, which changes nothing of what they find`(subject: Subject) {
    for platform in Platforms.all {
      let bound = Rules.all.compactMap { $0.demand(on: platform) }
      for _ in 1...2 {
        let picture = Assessment(subject)
        for demand in bound { demand(picture) }
        #expect(picture.findings == Rules.all.flatMap { $0.findings(for: subject, on: platform) })
      }
    }
  }

  @Test func `lends bytes of any collection`() throws {
    let checker = Checker(platforms: [.ios])
    let wanted = try checker.check(Candidate(bytes: Self.webp))
    #expect(try checker.check(Candidate(bytes: ([0] + Self.webp)[1...])) == wanted)
    let backwards: [UInt8] = Self.webp.reversed()
    let scattered: ReversedCollection<[UInt8]> = backwards.reversed()
    #expect(try checker.check(Candidate(bytes: scattered)) == wanted)
  }

  @Test func `gives the same report to many threads`() async throws {
    let checker = Checker(platforms: Platforms.all)
    let candidate = Candidate(bytes: Self.webp, name: "a%20b.WEBP", declaredType: "image/png")
    let wanted = try checker.check(candidate)
    try await withThrowingTaskGroup(of: Report.self) { group in
      for _ in 0..<50 { group.addTask { try checker.check(candidate) } }
      for try await report in group { #expect(report == wanted) }
    }
  }
}

@Suite struct VerdictTests {
  private static func finding(
    _ severity: Finding.Severity, _ integrity: Integrity = .intact, on platform: String? = nil
  ) -> Finding {
    let kind = Finding.Kind(
      "test.\(severity)", severity, integrity: integrity, meaning: "", remedy: "", reference: "")
    return Finding(kind, "", platform: platform)
  }

  @Test(
    arguments: [
      ([], .intact, .accepted),
      ([finding(.note)], .intact, .accepted),
      ([finding(.warning)], .intact, .atRisk),
      ([finding(.note), finding(.error)], .intact, .rejected),
      ([finding(.error, .damaged)], .damaged, .rejected),
      ([finding(.warning, .damaged)], .damaged, .atRisk),
      ([finding(.warning, .undetermined)], .undetermined, .undetermined),
      ([finding(.note, .undetermined, on: "a")], .intact, .undetermined),
      ([finding(.note, .undetermined, on: "b")], .intact, .accepted),
      ([finding(.warning, .undetermined), finding(.warning, .damaged)], .damaged, .undetermined),
      ([finding(.error, .undetermined)], .undetermined, .rejected),
      ([finding(.error, on: "b"), finding(.warning, on: "a")], .intact, .atRisk),
      ([finding(.error, on: "a"), finding(.warning, .undetermined)], .undetermined, .rejected),
      ([], .undetermined, .undetermined),
    ] as [([Finding], Integrity, Verdict)])
  func `follows the findings that concern the platform`(
    findings: [Finding], integrity: Integrity, verdict: Verdict
  ) {
    #expect(Verdict(of: findings, integrity: integrity, on: "a") == verdict)
  }
}

@Suite struct EmbeddedMarkupTests {
  private func find(_ text: String, in ranges: [Range<Int>]? = nil) -> Int? {
    let bytes = Array(text.utf8)
    return EmbeddedMarkup.find(in: ranges ?? [0..<bytes.count], of: bytes.span)?.location?.byteOffset
  }

  @Test(arguments: ["<script", "<SCRIPT src=x>", "<?php echo", "<Html>", "<svg xmlns", "JavaScript:alert(1)"])
  func `finds programs in any case`(markup: String) {
    #expect(find("made with love \(markup)") == 15)
  }

  @Test(arguments: ["<scrip", "script", "<p>", "<?xpacket begin", "java script:", ""])
  func `passes over other text`(text: String) { #expect(find(text) == nil) }

  @Test func `looks only where text may stand`() {
    #expect(find("<script>", in: []) == nil)
    #expect(find("<script>", in: [1..<8]) == nil)
    #expect(find("..<script>", in: [0..<1, 2..<10]) == 2)
    // A word may not reach over the end of its range, and ranges may not reach over the end of the file.
    #expect(find("..<script>", in: [2..<8]) == nil)
    #expect(find("..<script>", in: [2..<1_000]) == 2)
  }

  @Test func `gives up after a mebibyte`() {
    let filler = [UInt8](repeating: 0x3C, count: EmbeddedMarkup.maxByteCount)
    let within = filler.dropLast(7) + Array("<script".utf8)
    #expect(EmbeddedMarkup.find(in: [0..<within.count], of: Array(within).span) != nil)
    let beyond = filler + Array("<script".utf8)
    #expect(EmbeddedMarkup.find(in: [0..<beyond.count], of: beyond.span) == nil)
  }
}

@Suite struct PolyglotTests {
  private static let kind = Finding.Kind(
    "png.trailing-bytes", .warning, meaning: "", remedy: "", reference: "")

  @Test func `names what follows the picture`() {
    let bytes = Array("....PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 40)
    let findings = Polyglot.name([Finding(Self.kind, "44 bytes follow", at: 4)], in: bytes.span)
    #expect(findings.map(\.message) == ["44 bytes follow; they begin like a ZIP archive"])
    #expect(findings.first?.location?.byteOffset == 4)
  }

  @Test func `leaves other findings as they are`() {
    let bytes = Array("....PK\u{3}\u{4}".utf8)
    let other = Finding(Finding.Kind("png.truncated", .error, meaning: "", remedy: "", reference: ""), "x", at: 4)
    let nowhere = Finding(Self.kind, "y")
    let beyond = Finding(Self.kind, "z", at: 99)
    let unknown = Finding(Self.kind, "w", at: 0)
    let findings = [other, nowhere, beyond, unknown]
    #expect(Polyglot.name(findings, in: bytes.span) == findings)
  }
}
