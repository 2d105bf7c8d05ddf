import PushImageFetching
import Testing

@Suite struct RedirectTests {
  let server: PictureServer

  init() throws { server = try PictureServer.shared.get() }

  @Test func aRedirectIsFollowedRecordedAndWarnedOf() throws {
    let outcome = try server.fetch("/to-good")
    #expect(outcome.ids == ["fetch.redirected"])
    #expect(outcome.messages == ["1 redirect leads to \(server.url("/good.png"))"])
    #expect(outcome.hops.map(\.status) == [302, 200])
    #expect(outcome.hops.map(\.url) == [server.url("/to-good"), server.url("/good.png")])
    #expect(outcome.image?.finalURL == server.url("/good.png"))
    #expect(outcome.fileName == "to-good")
  }

  @Test func aRelativeLocationIsResolvedAndItsSpacesEncoded() throws {
    #expect(try server.fetch("/to-relative/page").hops.last?.url == server.url("/good.png?a=b%20c"))
  }

  @Test func fiveRedirectsPassAndSixDoNot() throws {
    let five = try server.fetch("/chain/5")
    #expect(five.image != nil)
    #expect(five.hops.count == 6)
    let six = try server.fetch("/chain/6")
    #expect(six.ids == ["fetch.too-many-redirects"])
    #expect(six.messages == ["6 redirects; at most 5 are followed"])
    #expect(six.hops.count == 6)
    #expect(six.response == nil)
  }

  @Test func aLoopEnds() throws {
    #expect(try server.fetch("/loop").ids == ["fetch.too-many-redirects"])
  }

  @Test(arguments: ["/redirect-endless", "/redirect-declared-large"])
  func theBodyOfARedirectIsNotRead(path: String) throws {
    let outcome = try server.fetch(path)
    #expect(outcome.image?.body.count == 67)
  }

  @Test(arguments: [
    ("/to-http", "fetch.redirect-to-http"), ("/to-file", "fetch.scheme-unsupported"),
    ("/to-user", "fetch.url-malformed"), ("/to-malformed", "fetch.url-malformed"),
    ("/to-slashes", "fetch.url-malformed"),
    ("/to-private", "fetch.address-not-public"), ("/to-metadata", "fetch.address-not-public"),
  ])
  func everyHopIsJudgedLikeTheFirst(path: String, id: String) throws {
    let outcome = try server.fetch(path)
    #expect(outcome.ids == [id])
    #expect(outcome.image == nil)
    #expect(outcome.hops.first?.status == 302)
  }

  @Test func plainHTTPIsFollowedOnlyWithAnAllowanceAndStillReported() throws {
    let outcome = try server.fetch("/to-http") { $0.allowsPlainHTTP = true }
    #expect(outcome.ids == ["fetch.redirect-to-http", "fetch.redirected"])
    #expect(outcome.image?.body.count == 67)
    var policy = server.policy
    policy.allowsPlainHTTP = true
    let direct = try Fetcher(policy: policy).fetch("http://images.test:\(server.plainPort)/good.png")
    #expect(direct.ids == ["fetch.scheme-unsupported"])
    #expect(direct.image != nil)
  }
}
