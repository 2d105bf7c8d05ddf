import Testing

@testable import PushImageFormats

@Suite struct SniffTextTests {
  private func sniff(_ text: String) -> ImageFormat? { Sniffer.sniff(Array(text.utf8).span) }

  private func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? pair : pair.reversed()
    }
  }

  @Test(arguments: [
    "<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg>", "\n\t <svg width='1'>", "<?xml version=\"1.0\"?>\n<svg >",
    "<!-- made by hand -- > --><svg/>", "<?xml version='1.0'?><!-- a --><?style b?><!-- c --><svg>",
    "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\"><svg>",
    "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'b'>]>",
    "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'>", "\u{FEFF}<svg>",
  ])
  func vectorPicturesAreToldBehindAnyProlog(text: String) {
    #expect(sniff(text) == .svg)
  }

  @Test(arguments: [
    "<!DOCTYPE html>", "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "<html>", "<HTML lang=\"en\">",
    "\r\n\r\n<head>", "<body bgcolor=white>", "<script>alert(1)</script>", "<!-- comment --><html>",
    "<title>404</title>",
    "<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x' 'y'><html>", "<?xml version='1.0'?><html xmlns='x'>",
    "<h1>Not Found</h1>", "<p>No", "\u{FEFF}<html>", "<!-- cut in the comm", "<center>", "<!-- c --> Not Found",
  ])
  func pagesAreToldInAnyCase(text: String) {
    #expect(sniff(text) == .html)
  }

  @Test(arguments: [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>AccessDenied</Code></Error>", "<?xml version='1.0'?>",
    "<!DOCTYPE plist PUBLIC 'x' 'y'><plist>", "<?xml version='1.0'?><!-- cut in the comm",
  ])
  func otherMarkupIsXML(text: String) {
    #expect(sniff(text) == .xml)
  }

  @Test(arguments: [
    "{\"error\":\"not found\"}", " {\n \"a\" : 1", "{}", "[]", "[{\"a\":[]}]", "[1, 2]", "[[\"a\",\"b\"]]", "[null]",
    "{\"quoted \\\" key\":0}", "\u{FEFF}{\"a\":1}", "[1]\n",
  ])
  func answersOfInterfacesAreJSON(text: String) {
    #expect(sniff(text) == .json)
  }

  @Test(arguments: [
    "", " ", "<", "<a", "<ab>", "<!-- c --><note>", "<svgx>", "<!DOCTYP", "<Error>x</Error>", "< html>", "{",
    "{ color: red }",
    "[section]\nkey=1",
    "[1] a footnote", "{\"key\"", "{\"a\" \"b\"}",
    "text with <html> in it", "{\"a\":1\u{1}}", "<htm", "<html",
  ])
  func whatOnlyLooksLikeMarkupIsNothing(text: String) {
    #expect(sniff(text) == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func sixteenBitTextIsRead(bigEndian: Bool, mark: Bool) {
    func sniff16(_ text: String) -> ImageFormat? {
      Sniffer.sniff(utf16(text, bigEndian: bigEndian, mark: mark).span)
    }
    #expect(sniff16("<?xml version='1.0'?><svg xmlns='x'>") == .svg)
    #expect(sniff16("<!DOCTYPE HTML>") == .html)
    #expect(sniff16("{\"a\": 1}") == .json)
    #expect(sniff16("plain") == nil)
  }

  @Test func aPrologOfFourKibibytesOfOpenersEndsSoon() {
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for piece in ["<!DOCTYPE a[]>", "<!---->", "<??>", "<!DOCTYPE a [", "[", "<", "{\"\\\""] {
        _ = sniff(String(repeating: piece, count: 4096))
      }
    }
    #expect(elapsed < .seconds(1))
  }
}
