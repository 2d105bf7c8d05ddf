import PushImage
import Testing

/// What is said of a URL, as a payload brings it.
@Suite struct ImageURLTests {
  private func findings(_ url: String) -> [Finding] {
    var escaped = JSONWriter()
    escaped.object { writer in
      writer.key("aps")
      writer.object { writer in
        writer.member("alert", "a")
        writer.member("mutable-content", 1)
      }
      writer.member("image", url)
    }
    return PayloadFile(escaped.bytes).flatMap(\.payload.findings)
  }

  private func ids(_ url: String) -> [String] { findings(url).map { String($0.kind.id.dropFirst("image-url.".count)) } }

  @Test(arguments: [
    "https://a.example.com/b.png", "HTTPS://A.example.com/b.PNG", "https://a.example.com:443/b.png",
    "https://a.example.com/b.png?x=1&y=%20#f", "https://a.example.com/a;b=c,d(e)!*'~$.png", "https://8.8.8.8/a.png",
    "https://[2606:4700::1111]/a.png", "https://a.example.com:/b.png", "https://a.example.com/b@c:d.png",
    "https://a_b.example.com/b.png", "https://a.example.com/?id=7",
  ])
  func `has nothing to say of a good one`(url: String) {
    let isBare = url.hasSuffix("?id=7")
    #expect(ids(url) == (isBare ? ["path-missing"] : []))
  }

  @Test(arguments: [
    ("https://a.org/a b.png", "character-unsupported"), (" https://a.org/a.png", "character-unsupported"),
    ("https://a.org/a.png\n", "character-unsupported"), ("https://a.org/\u{7F}.png", "character-unsupported"),
    ("https://a.org/ä.png", "character-unsupported"), ("https://a.org/a|b.png", "character-unsupported"),
    ("https://a.org/a\\b.png", "character-unsupported"), ("https://a.org/%%IMAGE%%.png", "character-unsupported"),
    ("https://a.org/${image}", "character-unsupported"), ("https://a.org/a<b>.png", "character-unsupported"),
    ("https://a.org/%4", "malformed"), ("https://a.org/%zz.png", "malformed"), ("a.org/a.png", "malformed"),
    ("/a.png", "malformed"), ("//a.org/a.png", "malformed"), ("https:/a.org/a.png", "malformed"),
    ("https:a.png", "malformed"), ("https://", "malformed"), ("https://:443/a.png", "malformed"),
    ("https://a.org:99999/a.png", "malformed"), ("https://a.org:x/a.png", "malformed"),
    ("https://a.org:+443/a.png", "malformed"), ("https://a]b.org/a.png", "malformed"),
    ("http://a.org/a.png", "not-https"), ("HTTP://a.org/a.png", "not-https"), ("http://a.org:80/a.png", "not-https"),
    ("ftp://a.org/a.png", "scheme-unsupported"), ("content://media/1", "scheme-unsupported"),
    ("gs://bucket/a.png", "scheme-unsupported"), ("javascript:alert(1)", "scheme-unsupported"),
    ("https://foo.bar.pizza-monster.png", "path-missing"), ("https://a.org/", "path-missing"),
    ("https://a.org?x=a.png", "path-missing"), ("https://user@a.org/a.png", "user-information"),
    ("https://good.org:x@a.org/a.png", "user-information"), ("https://a.org:8443/a.png", "port-unusual"),
    ("http://a.org:443/a.png", "not-https port-unusual"),
  ])
  func `says what is wrong`(url: String, expected: String) { #expect(ids(url).joined(separator: " ") == expected) }

  @Test(arguments: [
    "localhost", "LOCALHOST", "a.localhost", "printer.local", "intranet", "10.0.0.1", "127.0.0.1", "127.1",
    "2130706433",
    "0x7f000001", "017700000001", "0x7f.1", "192.168.1.1", "172.16.0.1", "172.31.255.255", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "[::1]", "[::]", "[fe80::1]",
    "[fd00:ec2::254]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
    "[2001:db8::1]", "[2001::1]", "[ff02::1]", "[nonsense]", "[1:2:3:4:5:6:7:8:9]", "127.0.0.1.",
  ])
  func `knows hosts that no phone can reach`(host: String) {
    #expect(ids("https://\(host)/a.png") == ["address-not-public"])
  }

  @Test(arguments: [
    "172.15.0.1", "172.32.0.1", "11.0.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "1.1.1.1", "198.20.0.1",
    "256.1.1.1", "1.2.3.4.5", "[2001:200::1]", "[::ffff:8.8.8.8]", "[2002:808:808::]", "[64:ff9b::808:808]",
    "10.example.com", "localhost.example.com",
  ])
  func `lets hosts pass that phones can reach`(host: String) { #expect(ids("https://\(host)/a.png").isEmpty) }

  @Test func `says where the character is, and that a template was not filled in`() {
    #expect(findings("https://a.org/a b.png").map(\.message) == ["URL has a space at byte 15"])
    #expect(findings("{{hero}}").map(\.message) == [#"URL still has a placeholder of a template, beginning with "{{""#])
  }

  @Test func `counts the bytes of a long one`() {
    let base = "https://a.org/"
    #expect(ids(base + String(repeating: "a", count: 1_000 - base.count)).isEmpty)
    let long = findings(base + String(repeating: "a", count: 1_001 - base.count))
    #expect(long.map(\.actual) == [1_001])
    #expect(long.map(\.limit) == [1_000])
  }
}
