import PushImage
import Testing

@Suite struct PreparerNameTests {
  @Test(arguments: [
    ("hero.png", "hero.gif"), ("hero.gif", "hero.gif"), ("HERO.GIF", "HERO.gif"), ("hero", "hero.gif"),
    ("a.gif.mp4", "a.gif"), ("a.png.gif", "a.gif"), ("v1.2", "v1.2.gif"), ("hero.", "hero.gif"),
    (".png", "image.gif"), ("", "image.gif"), ("..", "image.gif"), ("...gif", "image.gif"),
    ("../../etc/passwd", "passwd.gif"), ("/", "image.gif"), ("C:\\tmp\\hero.png", "hero.gif"),
    ("%2E%2E%2Fhero.png", "hero.gif"), ("my%20hero.png", "my hero.gif"), ("50%.png", "50-.gif"),
    ("a%2520b.png", "a-20b.gif"), ("a%FFb.png", "a-FFb.gif"), ("q#f.png", "q-f.gif"), ("bad\u{FFFD}.png", "bad-.gif"),
    ("hero.png?w=300", "hero.gif"), ("?x", "x.gif"),
    ("-rf.png", "rf.gif"), ("--", "image.gif"), (".hidden.png", "hidden.gif"), ("a\nb\0c.png", "a-b-c.gif"),
    ("a\u{202E}gnp.exe.png", "a-gnp.exe.gif"), ("con.png", "_con.gif"), ("COM1.tar.png", "_COM1.tar.gif"),
    ("lpt0.png", "lpt0.gif"), ("console.png", "console.gif"), ("cafe\u{301}.png", "caf\u{E9}.gif"),
    ("a .png .gif", "a.gif"), ("a:b*c.png", "a-b-c.gif"), (".\u{301}x.png", "\u{301}x.gif"),
  ])
  func `a name becomes safe and true`(_ name: String, _ expected: String) {
    let fileName = OutputName(for: name, format: .gif).fileName
    #expect(Array(fileName.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `no name is called image`() {
    #expect(OutputName(for: nil, format: .png).fileName == "image.png")
  }

  @Test(arguments: [1, 2, 3, 4, 9])
  func `a long name is cut between characters to 255 bytes`(_ scalarCount: Int) {
    let character = "é" + String(repeating: "\u{302}", count: scalarCount - 1)
    let name = OutputName(for: String(repeating: character, count: 400) + ".png", format: .png)
    for fileName in [name.fileName, name.fileName(number: 12_345)] {
      #expect(fileName.utf8.count <= 255)
      #expect(fileName.utf8.count > 255 - character.utf8.count - 1)
      #expect(fileName.dropLast(4).allSatisfy { String($0) == character || "-12345".contains($0) })
    }
    #expect(name.fileName(number: 12_345).hasSuffix("-12345.png"))
  }

  @Test func `one character longer than a name is cut inside`() {
    let monster = "e" + String(repeating: "\u{301}", count: 100_000)
    let fileName = OutputName(for: monster, format: .png).fileName
    #expect(fileName.utf8.count <= 255)
    #expect(fileName.unicodeScalars.first == "\u{E9}")
  }

  @Test func `a name keeps its meaning when it is made again`() {
    for name in ["hero.gif", "my hero.gif", "_con.gif", "caf\u{E9}.gif", "a-b.gif"] {
      #expect(OutputName(for: name, format: .gif).fileName == name)
    }
  }

  @Test func `namesakes get numbers, also in another case or Unicode form`() {
    var names = OutputNames()
    let wanted = ["hero", "HERO", "hero-2", "hero", "caf\u{E9}", "cafe\u{301}", "straße", "STRASSE"]
    let given = wanted.map { names.claim(OutputName(for: $0, format: .png)) }
    #expect(
      given == [
        "hero.png", "HERO-2.png", "hero-2-2.png", "hero-3.png", "caf\u{E9}.png", "caf\u{E9}-2.png", "straße.png",
        "STRASSE-2.png",
      ])
  }

  @Test func `many namesakes are no many times many`() {
    var names = OutputNames()
    let name = OutputName(for: "hero.png", format: .png)
    var last = ""
    for _ in 0..<20_000 { last = names.claim(name) }
    #expect(last == "hero-20000.png")
  }
}
