import PushImage
import Testing

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("image/png", "image/png"), ("IMAGE/PNG", "image/png"), (" image/png\t", "image/png"),
    ("image/png;", "image/png"), ("image/png ; ;", "image/png"), ("image/svg+xml", "image/svg+xml"),
    ("image/vnd.microsoft.icon", "image/vnd.microsoft.icon"), ("image/png;a=b", "image/png"),
    ("text/html; charset=utf-8", "text/html"), ("a!#$%&'*+-.^_`|~9/b", "a!#$%&'*+-.^_`|~9/b"), ("*/*", "*/*"),
  ])
  func `reads type and subtype`(field: String, essence: String) throws {
    #expect(try MediaType(parsing: field).essence == essence)
  }

  @Test func `reads parameters`() throws {
    let type = try MediaType(parsing: #"image/jpeg; Name="a\"b;c \\ d" ;q=0.9;empty="""#)
    #expect(type.parameters.map(\.name) == ["name", "q", "empty"])
    #expect(type.parameter("NAME") == #"a"b;c \ d"#)
    #expect(type.parameter("q") == "0.9")
    #expect(type.parameter("empty") == "")
    #expect(type.parameter("charset") == nil)
  }

  @Test func `takes bytes above ASCII inside a quoted string only`() throws {
    #expect(try MediaType(parsing: #"image/png;name="é""#).parameter("name") == "é")
    #expect(throws: MediaType.ParsingError.self) { try MediaType(parsing: "image/png;name=é") }
  }

  @Test(arguments: [
    ("image", 5), ("image/", 6), ("/png", 0), ("image /png", 5), ("image/ png", 6), ("image/png a=b", 10),
    ("image/png;a", 11), ("image/png;a=", 12), ("image/png;a =b", 11), ("image/png;a= b", 12), ("image/png;=b", 10),
    (#"image/png;a="b"#, 14), (#"image/png;a="b\"#, 15), (#"image/png;a="b"c"#, 15), ("image/png, text/html", 9),
    ("image/png;a=1;A=2", 14), ("image\\png", 5), ("image/png\n", 9), ("image/png;a=\"\u{7F}\"", 13), ("im@ge/png", 2),
  ])
  func `refuses what the grammar does not allow, with the place`(field: String, byteOffset: Int) {
    do {
      let type = try MediaType(parsing: field)
      Issue.record("\(type) was read from \(field)")
    } catch {
      #expect(error.byteOffset == byteOffset, "\(error.message)")
    }
  }

  @Test func `suspects two joined fields behind a comma`() {
    let declared = DeclaredType("image/png, text/html")
    guard case .malformed(_, let reason) = declared else {
      Issue.record("\(declared)")
      return
    }
    #expect(reason.hasSuffix("as if two fields were joined at byte 9"))
  }

  @Test func `knows what says nothing`() throws {
    #expect(try MediaType(parsing: "application/octet-stream").isGeneric)
    #expect(try MediaType(parsing: "Binary/Octet-Stream").isGeneric)
    #expect(try !MediaType(parsing: "application/json").isGeneric)
    #expect(DeclaredType("") == .missing)
    #expect(DeclaredType(" \t") == .missing)
    #expect(DeclaredType("image/x-png; a=b").format == .png)
    #expect(DeclaredType("application/octet-stream").format == nil)
  }
}

@Suite struct ContentTypeRuleTests {
  private func ids(_ declared: String?, _ format: ImageFormat? = .jpeg, on platform: Platform = .ios) -> [String] {
    ContentTypeRule().ids(Subject(declaredType: declared, byteCount: 1_000, format: format), on: platform)
  }

  @Test(
    arguments: [
      ("image/jpeg", []), ("IMAGE/JPEG; q=1", []), (nil, []),
      ("", ["content-type.missing"]), ("image", ["content-type.malformed"]),
      ("application/octet-stream", ["content-type.generic"]), ("binary/octet-stream", ["content-type.generic"]),
      ("image/jpg", ["content-type.alias"]), ("image/pjpeg", ["content-type.alias"]),
      ("image/png", ["content-type.mismatch"]), ("image/x-unheard-of", ["content-type.mismatch"]),
      ("image/*", ["content-type.mismatch"]), ("image/x-png", ["content-type.alias", "content-type.mismatch"]),
      ("text/html", ["content-type.not-an-image"]), ("video/mp4", ["content-type.not-an-image"]),
    ] as [(String?, [String])])
  func `compares with the bytes`(declared: String?, wanted: [String]) { #expect(ids(declared) == wanted) }

  @Test func `compares what is no picture too`() {
    #expect(ids("image/png", .html) == ["content-type.mismatch"])
    #expect(ids("text/html", .html) == ["content-type.not-an-image"])
    #expect(ids("image/png", nil) == [])
  }

  @Test func `weighs nothing where the bytes alone count`() {
    let subject = Subject(declaredType: "text/html", byteCount: 9, format: .jpeg)
    let severities = Platforms.all.map { ContentTypeRule().findings(for: subject, on: $0).map(\.severity) }
    #expect(severities == [[.warning], [.note], [.note], [.warning]])
  }
}

@Suite struct ExtensionRuleTests {
  private func ids(_ name: String?, _ declared: String? = nil, _ format: ImageFormat? = .jpeg) -> [String] {
    ExtensionRule().ids(Subject(name: name, declaredType: declared, byteCount: 1_000, format: format), on: .ios)
  }

  @Test(
    arguments: [
      ("a.jpg", nil), ("a.JPEG", nil), ("a.png", nil), ("a.gif", nil), (nil, nil), (nil, "text/html"),
      ("a.jpg", "image/jpeg"), ("a.jpeg", "image/jpg"), ("a.jpg", "image/pjpeg"), ("a.jpg", "image/png"),
      ("a.jpg", "application/octet-stream"), ("a.jpg", ""), ("a.jpg", "garbage"), ("a.jpg", "image/x-unheard-of"),
      ("a", "image/jpeg"), ("a", "image/jpg"), ("a", "IMAGE/PNG; a=b"), ("a", "image/gif"), (".png", "image/png"),
      ("download.php", "image/jpeg"), ("a.webp", "image/png"), ("a.gif.jpg", nil), ("/a.jpg?x=.html", nil),
    ] as [(String?, String?)])
  func `takes what ends up under a picture's extension`(name: String?, declared: String?) {
    #expect(ids(name, declared) == [])
  }

  @Test(
    arguments: [
      ("a", nil, "missing"), ("a", "", "missing"), ("a", "application/octet-stream", "missing"),
      ("a", "binary/octet-stream", "missing"), ("a", "text/html", "missing"), ("a", "image/webp", "missing"),
      ("a", "image/pjpeg", "missing"), ("a.", nil, "missing"), (".png", nil, "missing"),
      ("download?file=a.jpg", nil, "missing"), ("a.jpg ", nil, "missing"),
      ("a.tmp", nil, "unsupported"), ("a.jpe", nil, "unsupported"), ("a.mp4", nil, "unsupported"),
      ("a.gif.mp4", nil, "unsupported"), ("a.svg+xml", nil, "unsupported"), ("a.php", "text/html", "unsupported"),
      ("a.webp", nil, "unsupported"),
    ] as [(String, String?, String)])
  func `refuses names without a picture's extension`(name: String, declared: String?, fault: String) {
    #expect(ids(name, declared) == ["ios.extension-\(fault)"])
  }

  @Test(arguments: [
    "image/webp", "image/heic", "text/html", "text/plain", "application/json", "video/mp4", "audio/mpeg",
  ])
  func `refuses a declared type that spoils a good extension`(declared: String) {
    #expect(ids("a.jpg", declared) == ["ios.content-type-mismatch"])
  }

  @Test func `shows the name that the device makes`() {
    let subject = Subject(name: "a.jpg", declaredType: "image/webp", byteCount: 1, format: .jpeg)
    #expect(
      ExtensionRule().findings(for: subject, on: .ios).map(\.message)
        == [#"name ends in ".jpg" and is declared image/webp; iOS stores it as "a.jpg.webp""#])
  }

  @Test func `does not blame the honest name of a format that is refused anyway`() {
    #expect(ids("a.webp", "image/webp", .webp) == [])
    #expect(ids("a.html", nil, .html) == [])
  }

  @Test func `concerns iOS alone`() {
    for platform in Platforms.all where platform != .ios {
      #expect(ExtensionRule().ids(Subject(name: "a", byteCount: 1, format: .jpeg), on: platform) == [])
    }
  }
}
