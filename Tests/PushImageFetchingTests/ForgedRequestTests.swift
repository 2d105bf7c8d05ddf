import PushImageFetching
import Testing

/// Server-side request forgery: no spelling of an inner address is ever connected to.
@Suite(.serialized) struct ForgedRequestTests {
  let server: PictureServer

  init() throws { server = try PictureServer.shared.get() }

  /// Trusts the test authority and knows names of private addresses, but lets nothing through.
  private var strict: FetchPolicy {
    var policy = server.policy
    policy.addresses = .publicOnly
    policy.resolutions += ["inner.test:\(server.port):10.0.0.1", "six.test:\(server.port):[::1]"]
    policy.resolutions.append("mixed.test:\(server.port):10.0.0.1,169.254.169.254,[fd00:ec2::254]")
    // With a dot at the end they are names, which would be asked of the machine's name server.
    policy.resolutions += ["127.0.0.1.", "localhost.", "0x7f000001."].map { "\($0):\(server.port):127.0.0.1" }
    policy.timeoutSeconds = 2
    return policy
  }

  @Test(arguments: [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0.0.0.0",
    "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[64:ff9b::127.0.0.1]", "[2002:7f00:1::1]", "[2001::1]", "[fe80::1]", "[fe80::1%25lo]", "[fd00:ec2::254]",
    "[ff02::1]", "localhost", "LOCALHOST", "images.test", "inner.test", "six.test", "mixed.test",
    "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "192.0.0.1", "198.18.0.1", "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "%31%32%37.0.0.1",
  ])
  func isRefusedWithoutAConnection(host: String) throws {
    let before = server.connectionCount
    let outcome = try Fetcher(policy: strict).fetch("https://\(host):\(server.port)/good.png")
    #expect(outcome.ids == ["fetch.address-not-public"])
    #expect(outcome.hops.first?.address == nil)
    #expect(server.connectionCount == before)
  }

  @Test func theFindingNamesTheAddressAndWhatItIsFor() throws {
    let direct = try Fetcher(policy: strict).fetch("https://0x7f.1:\(server.port)/")
    #expect(direct.messages == ["127.0.0.1 is not public (loopback, RFC 1122)"])
    let named = try Fetcher(policy: strict).fetch("https://inner.test:\(server.port)/")
    #expect(named.messages == ["inner.test has the address 10.0.0.1, which is not public (private use, RFC 1918)"])
  }

  /// A dot after an address, digits of other scripts: whatever the resolver makes of them, nothing is connected to.
  @Test(arguments: [
    "127.0.0.1.", "localhost.", "１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "127.0.0.0x1", "0x7f000001.", "127.0.0.1%00",
  ])
  func oddSpellingsNeverConnect(host: String) throws {
    let before = server.connectionCount
    let outcome = try Fetcher(policy: strict).fetch("https://\(host):\(server.port)/good.png")
    #expect(outcome.image == nil)
    #expect(!outcome.ids.isEmpty)
    #expect(server.connectionCount == before)
  }

  @Test(arguments: [
    ("http://127.0.0.1/", "fetch.scheme-unsupported"), ("file:///etc/passwd", "fetch.scheme-unsupported"),
    ("gopher://127.0.0.1/", "fetch.scheme-unsupported"), ("data:image/png;base64,AAAA", "fetch.scheme-unsupported"),
    ("FTP://example.com/a.png", "fetch.scheme-unsupported"), ("images.test/good.png", "fetch.scheme-unsupported"),
    ("", "fetch.scheme-unsupported"), ("https://good@127.0.0.1/", "fetch.url-malformed"),
    ("https://a:b@images.test/", "fetch.url-malformed"), ("https://good.test\\@127.0.0.1/", "fetch.url-malformed"),
    ("https:///images.test/good.png", "fetch.url-malformed"), ("https:/images.test/good.png", "fetch.url-malformed"),
    ("https:images.test", "fetch.url-malformed"), ("https://", "fetch.url-malformed"),
    ("https://images.test:99999/", "fetch.url-malformed"), ("https://images.test:port/", "fetch.url-malformed"),
    ("https://[::1/", "fetch.url-malformed"), ("https://images.test/a b.png", "fetch.url-malformed"),
    ("https://images.test/\r\nHost: a", "fetch.url-malformed"), ("https://images.test/\0.png", "fetch.url-malformed"),
    ("https://images.test/a\u{7F}", "fetch.url-malformed"), (" https://images.test/", "fetch.url-malformed"),
    ("https://images.test/" + String(repeating: "a", count: 16_384), "fetch.url-malformed"),
  ])
  func whatIsNoHTTPSURLIsNotAskedFor(url: String, id: String) throws {
    let outcome = try Fetcher(policy: server.policy).fetch(url)
    #expect(outcome.ids == [id])
    #expect(outcome.hops.isEmpty)
    #expect(outcome.messages.allSatisfy { $0.first?.isUppercase == false || $0.hasPrefix("URL") })
  }

  @Test func aProxyOfTheEnvironmentIsNotUsed() throws {
    setProxy("https_proxy", "http://127.0.0.1:\(server.plainPort)")
    defer { setProxy("https_proxy", nil) }
    #expect(try server.fetch("/good.png").image != nil)
    #expect(try Fetcher(policy: strict).fetch(server.url("/good.png")).ids == ["fetch.address-not-public"])
  }
}
