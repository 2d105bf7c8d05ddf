import PushImage
import Testing

@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("hero.png", "hero", "png"), ("hero.PNG", "hero", "PNG"), ("a.min.png", "a.min", "png"),
      ("hero", "hero", nil), ("", "", nil), (".png", "", nil), (".hidden.png", ".hidden", "png"),
      ("hero.", "hero.", nil), ("hero.png ", "hero.png ", nil), ("hero.p ng", "hero.p ng", nil),
      ("hero..png", "hero.", "png"), ("hero.png.", "hero.png.", nil), ("..", "..", nil), (".", "", nil),
      ("grüße.jpeg", "grüße", "jpeg"), ("hero.\u{202E}gpj", "hero.\u{202E}gpj", nil),
    ] as [(String, String, String?)])
  func `takes the extension as Foundation does`(raw: String, stem: String, fileExtension: String?) {
    let name = FileName(raw)
    #expect(name.stem == stem)
    #expect(name.fileExtension == fileExtension)
  }

  @Test(arguments: [
    ("/images/hero.png", "hero.png"), ("/images/hero.png?w=10", "hero.png"), ("/a?b=/c.png", "a"),
    ("https://cdn.example.com/x/hero.png?w=1#top", "hero.png"), ("https://cdn.example.com", ""),
    ("https://foo.bar.pizza-monster.png", ""), ("hero #1.png", "hero #1.png"), ("HTTP://a/b.gif", "b.gif"),
    ("a/b.png", "a/b.png"), ("C:\\b.png", "C:\\b.png"), ("/", ""),
  ])
  func `finds the last path component`(raw: String, component: String) {
    #expect(FileName(raw).component == component)
  }

  @Test(
    arguments: [
      ("my%20hero.png", "my hero.png", "png"), ("hero%2Epng", "hero.png", "png"),
      ("hero%252Epng", "hero%2Epng", nil), ("100%.png", "100%.png", "png"), ("a%4.png", "a%4.png", "png"),
      ("%41", "A", nil), ("a%zz.png", "a%zz.png", "png"), ("%C3%A9.png", "é.png", "png"),
    ] as [(String, String, String?)])
  func `decodes per cent escapes once`(raw: String, decoded: String, fileExtension: String?) {
    let name = FileName(raw)
    #expect(name.decoded == decoded)
    #expect(name.fileExtension == fileExtension)
    #expect(name.defects.contains(.percentEncoded) == (raw != decoded))
  }

  @Test(
    arguments: [
      ("download?file=a.jpg", "jpg"), ("/o?alt=media&token=x.jpg", "jpg"), ("d?u=https%3A%2F%2Fx%2Fy.GIF", "GIF"),
      ("d?a.png", "png"), ("d?fmt=png", nil), ("d?v=1.2", nil), ("d?page=index.html", nil), ("d", nil), ("d?", nil),
    ] as [(String, String?)])
  func `finds an extension hidden in the query`(raw: String, queryExtension: String?) {
    #expect(FileName(raw).queryExtension == queryExtension)
  }
}

@Suite struct NameRuleTests {
  private func ids(_ name: String, _ format: ImageFormat? = .jpeg) -> [String] {
    NameRule().findings(for: Subject(name: name, byteCount: 1_000, format: format)).map(\.kind.id)
  }

  @Test(arguments: [
    "hero.jpg", "hero.jpeg", "hero.jfif", "photo.v2.jpg", "a.min.jpg", "2024.06.01.jpg", "été.jpg", "שלום.jpg",
    "写真.jpg", "a.jpg.jpeg", "a.jpg.jpg", "/images/a/hero.jpg?w=300", "console.jpg", "COM10.jpg", "COM0.jpg",
    "hero #1.jpg", "100%.jpg",
  ])
  func `has nothing to say of good names`(name: String) { #expect(ids(name) == []) }

  @Test(arguments: [
    ("hero", ["file.extension-missing"]),
    ("hero.jpg.", ["file.extension-missing", "file.name-malformed"]),
    ("hero.jpg ", ["file.extension-missing", "file.name-malformed"]),
    ("", ["file.extension-missing", "file.name-malformed"]),
    ("hero.xyz", ["file.extension-unknown"]),
    ("hero.php", ["file.extension-unknown"]),
    ("hero.png", ["file.extension-mismatch"]),
    ("hero.mp3", ["file.extension-mismatch"]),
    ("hero.JPG", ["file.extension-uppercase"]),
    ("hero.Jpeg", ["file.extension-uppercase"]),
    ("hero.gif.jpg", ["file.extension-doubled"]),
    ("hero.GIF.jpg", ["file.extension-doubled"]),
    ("hero.jpg.html", ["file.extension-mismatch", "file.extension-doubled"]),
    ("hero.jpg.txt", ["file.extension-unknown", "file.extension-doubled"]),
    ("hero.mp3.jpg", ["file.extension-doubled"]),
    ("download?file=a.jpg", ["file.extension-missing", "file.extension-in-query"]),
    ("download.php?file=a.jpg", ["file.extension-unknown", "file.extension-in-query"]),
    ("my%20hero.jpg", ["file.name-percent-encoded"]),
    ("hero%252Ejpg", ["file.extension-missing", "file.name-percent-encoded"]),
    ("cafe\u{301}.jpg", ["file.name-not-normalized"]),
    (".jpg", ["file.name-without-stem"]),
    ("-rf.jpg", ["file.name-leading-dash"]),
    ("con.jpg", ["file.name-reserved"]), ("LPT9.tar.jpg", ["file.name-reserved"]), ("nul.jpg", ["file.name-reserved"]),
    ("COM1 .jpg", ["file.name-reserved"]), ("com¹.jpg", ["file.name-reserved"]),
    ("a/b.jpg", ["file.name-malformed"]), ("..\\b.jpg", ["file.name-malformed"]),
    ("a%2Fb.jpg", ["file.name-percent-encoded", "file.name-malformed"]),
    ("a\0.jpg", ["file.name-malformed"]), ("a\n.jpg", ["file.name-malformed"]),
    ("a\u{1B}[31m.jpg", ["file.name-malformed"]), ("a\u{202E}gpj.exe.jpg", ["file.name-malformed"]),
    ("a%FF.jpg", ["file.name-percent-encoded", "file.name-malformed"]),
  ])
  func `names what is wrong`(name: String, wanted: [String]) { #expect(ids(name) == wanted) }

  @Test func `lets 255 bytes pass and not one more`() {
    #expect(ids(String(repeating: "a", count: 251) + ".jpg") == [])
    #expect(ids(String(repeating: "a", count: 252) + ".jpg") == ["file.name-too-long"])
    #expect(ids(String(repeating: "é", count: 126) + ".jpg") == ["file.name-too-long"])
  }

  @Test func `compares with the bytes only what is known of them`() {
    #expect(ids("page.png", .html) == ["file.extension-mismatch"])
    #expect(ids("hero.png", nil) == [])
    #expect(ids("hero.apng", .png) == [])
  }

  @Test func `says nothing without a name`() {
    #expect(NameRule().findings(for: Subject(byteCount: 1, format: .jpeg)).isEmpty)
  }

  @Test func `quotes nothing that could steer a terminal`() throws {
    let subject = Subject(name: "a\u{1B}]0;x\u{7}\u{202E}.jpg", byteCount: 1, format: .jpeg)
    for finding in NameRule().findings(for: subject) {
      #expect(finding.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
    let long = Subject(name: String(repeating: "x", count: 100_000), byteCount: 1, format: .jpeg)
    #expect(NameRule().findings(for: long).allSatisfy { $0.message.count < 200 })
  }
}
