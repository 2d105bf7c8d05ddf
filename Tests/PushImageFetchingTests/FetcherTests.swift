import PushImageFetching
import Testing

@Suite struct FetcherTests {
  let server: PictureServer

  init() throws { server = try PictureServer.shared.get() }

  // MARK: Good answers

  @Test func aGoodPictureArrivesWithItsFacts() throws {
    let outcome = try server.fetch("/good.png?size=2")
    let response = try #require(outcome.image)
    #expect(outcome.ids == [])
    #expect(response.status == 200)
    #expect(response.contentType == "image/png")
    #expect(response.body.count == 67)
    #expect(Array(response.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    #expect(response.isWhole)
    #expect(response.declaredByteCount == 67)
    #expect(response.finalURL == server.url("/good.png?size=2"))
    #expect(response.primaryAddress == "127.0.0.1")
    #expect(response.connectMilliseconds >= 1)
    #expect(response.firstByteMilliseconds >= response.connectMilliseconds)
    #expect(outcome.hops.count == 1)
    #expect(outcome.hops.first?.status == 200)
    #expect(outcome.fileName == "good.png")
  }

  @Test(arguments: ["/chunked.png", "/until-close.png", "/early.png"])
  func everyFramingOfABodyIsRead(path: String) throws {
    let response = try #require(try server.fetch(path).image)
    #expect(response.body.count == 67)
    #expect(response.contentType == "image/png")
    #expect(response.status == 200)
    #expect(response.headers.values(of: "link").isEmpty)
    #expect(response.headers.values(of: "x-trailer").isEmpty)
  }

  @Test func anEmptyBodyIsAPictureOfNoBytes() throws {
    #expect(try #require(try server.fetch("/empty.png").image).body.isEmpty)
  }

  @Test func headerFieldsAreKeptAsTheyCome() throws {
    #expect(try server.fetch("/no-type").image?.contentType == nil)
    #expect(try server.fetch("/two-types.png").image?.contentType == "image/png, text/plain")
    #expect(try server.fetch("/folded.png").image?.contentType == "image/png; charset=utf-8")
  }

  @Test func aCompressedBodyIsKeptCompressed() throws {
    let response = try #require(try server.fetch("/gzip.png").image)
    #expect(response.body.count < 2000)
    #expect(Array(response.body.prefix(2)) == [0x1F, 0x8B])
    #expect(response.headers.values(of: "Content-Encoding") == ["gzip"])
  }

  @Test func theRequestCarriesNothingButWhatThePolicySays() throws {
    let response = try #require(try server.fetch("/echo") { $0.userAgent = "Probe/1" }.image)
    let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\r\n").map(String.init)
    #expect(lines == ["GET /echo HTTP/1.1", "Host: images.test:\(server.port)", "User-Agent: Probe/1", "Accept: */*"])
    let bare = try #require(
      try server.fetch("/echo") {
        $0.userAgent = nil
        $0.accept = nil
      }.image)
    #expect(String(decoding: bare.body, as: UTF8.self).split(separator: "\r\n").count == 2)
  }

  @Test func aLoopbackConnectionThatWasLetThroughIsNoted() throws {
    let outcome = try server.fetch("/good.png")
    #expect(outcome.findings.map(\.kind.id) == ["fetch.address-not-public"])
    #expect(outcome.findings.map(\.severity) == [.note])
    #expect(outcome.findings.first?.message == "127.0.0.1 is let through; it is not public (loopback, RFC 1122)")
  }

  @Test func manyThreadsFetchAtOnce() async throws {
    let server = server
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<32 { group.addTask { try server.fetch("/good.png").image?.body.count ?? 0 } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [Int](repeating: 67, count: 32))
  }

  // MARK: Bad answers

  @Test(arguments: [("/missing.png", 404), ("/partial.png", 206), ("/no-location", 302)])
  func onlyASuccessIsAPicture(path: String, status: Int) throws {
    let outcome = try server.fetch(path)
    #expect(outcome.ids == ["fetch.status-not-ok"])
    #expect(outcome.messages == ["images.test answers with status \(status); a picture comes with 200"])
    #expect(outcome.image == nil)
    #expect(outcome.response?.status == status)
  }

  @Test func aPageWithStatus200IsHandedOnToBeSniffed() throws {
    #expect(try server.fetch("/page.png").image?.contentType == "text/html")
  }

  @Test(arguments: ["/declared/1000", "/streamed/1000", "/declared/999"])
  func aBodyOfExactlyTheCapPasses(path: String) throws {
    #expect(try server.fetch(path) { $0.maxByteCount = 1000 }.image?.isWhole == true)
  }

  @Test(arguments: [
    ("/declared/1001", "body is declared as 1,001 bytes"), ("/streamed/1001", "body is over 1,000 bytes"),
  ])
  func oneByteMoreThanTheCapDoesNot(path: String, fact: String) throws {
    let outcome = try server.fetch(path) { $0.maxByteCount = 1000 }
    #expect(outcome.ids == ["fetch.body-too-large"])
    #expect(outcome.messages == ["\(fact); at most 1,000 are fetched"])
    #expect(outcome.response?.isWhole == false)
    #expect(outcome.response?.contentType == "image/png")
  }

  @Test func anEndlessBodyIsGivenUpAtTheCap() throws {
    let outcome = try server.fetch("/endless.png")
    #expect(outcome.ids == ["fetch.body-too-large"])
    #expect(outcome.response?.body.isEmpty == true)
  }

  @Test(arguments: ["/declared-large.png", "/declared-absurd.png", "/large-error"])
  func aHugeDeclaredLengthIsRefusedUnread(path: String) throws {
    let outcome = try server.fetch(path) { $0.timeoutSeconds = 2 }
    #expect(outcome.ids == ["fetch.body-too-large"] || outcome.ids == ["fetch.response-malformed"])
  }

  @Test func aBodyShorterThanDeclaredIsTruncated() throws {
    let outcome = try server.fetch("/cut.png")
    #expect(outcome.ids == ["fetch.body-truncated"])
    #expect(outcome.messages == ["body ends after 67 bytes; 1,067 were declared"])
    #expect(outcome.response?.body.count == 67)
    #expect(outcome.image == nil)
    #expect(try server.fetch("/cut-chunked.png").messages == ["body breaks off after 67 bytes"])
  }

  @Test func aBodyLongerThanDeclaredIsReadAsDeclared() throws {
    #expect(try server.fetch("/short-length.png").image?.body.count == 20)
  }

  @Test(arguments: ["/header-lines", "/header-line"])
  func aHeaderBombIsRefused(path: String) throws {
    #expect(try server.fetch(path).ids == ["fetch.headers-too-large"])
  }

  @Test(arguments: ["/not-http", "/nothing"])
  func whatIsNoHTTPIsMalformed(path: String) throws {
    #expect(try server.fetch(path).ids == ["fetch.response-malformed"])
  }

  // MARK: Time

  @Test(arguments: [
    ("/drip.png", "images.test did not send the whole body"),
    ("/drip-header", "images.test did not send the whole header"), ("/silent", "images.test did not answer"),
  ])
  func aSlowServerIsCutOffByTheClock(path: String, stage: String) throws {
    var outcome = FetchOutcome?.none
    let time = try ContinuousClock().measure { outcome = try server.fetch(path) { $0.timeoutSeconds = 0.5 } }
    #expect(outcome?.ids == ["fetch.timed-out"])
    #expect(outcome?.messages == ["\(stage); at most 500 milliseconds are waited"])
    #expect(time > .milliseconds(400) && time < .milliseconds(2000))
  }

  @Test func redirectsShareOneBudgetOfTime() throws {
    var outcome = FetchOutcome?.none
    let time = try ContinuousClock().measure {
      outcome = try server.fetch("/slow-redirect") { $0.timeoutSeconds = 0.7 }
    }
    #expect(outcome?.ids == ["fetch.timed-out"])
    #expect(time < .milliseconds(1500))
  }

  @Test func noTimeAtAllIsATimeOutAndTheCeilingHolds() throws {
    #expect(try server.fetch("/good.png") { $0.timeoutSeconds = 0 }.ids == ["fetch.timed-out"])
    #expect(try server.fetch("/good.png") { $0.timeoutSeconds = -1 }.ids == ["fetch.timed-out"])
    #expect(try server.fetch("/good.png") { $0.timeoutSeconds = .infinity }.ids == [])
    #expect(try server.fetch("/good.png") { $0.timeoutSeconds = .nan }.ids == ["fetch.timed-out"])
  }

  // MARK: TLS and this machine

  @Test(arguments: ["other.test", "unknown.test", "expired.test"])
  func aCertificateThatDoesNotHoldIsRefused(host: String) throws {
    let outcome = try server.fetch("/good.png", host: host)
    #expect(outcome.ids == ["fetch.tls-failed"])
    #expect(outcome.messages.first?.contains("no secure connection with \(host): SSL") == true)
    #expect(outcome.response == nil)
  }

  @Test func theTestAuthorityIsNotTrustedByItself() throws {
    #expect(try server.fetch("/good.png") { $0.caFile = nil }.ids == ["fetch.tls-failed"])
  }

  @Test(arguments: ["/nonexistent/authority.pem", "", #filePath])
  func aCertificateFileThatIsNoneFailsClosed(file: String) throws {
    let error = #expect(throws: PushImageError.self) { try server.fetch("/good.png") { $0.caFile = file } }
    #expect(error?.code == .invalidCertificateFile)
  }

  @Test func plainTextOnTheTLSPortIsATLSFailure() throws {
    let outcome = try Fetcher(policy: server.policy).fetch("https://images.test:\(server.plainPort)/good.png")
    #expect(outcome.ids == ["fetch.tls-failed"])
  }

  @Test func aClosedPortIsAConnectionFailure() throws {
    let outcome = try Fetcher(policy: server.policy).fetch("https://127.0.0.1:1/good.png")
    #expect(outcome.ids == ["fetch.connection-failed"])
    #expect(outcome.hops.first?.status == nil)
  }

  @Test func aNameWithoutAddressIsNotResolved() throws {
    // A label of 64 letters is no name at all, so no resolver of any network is asked for it.
    let host = String(repeating: "a", count: 64) + ".test"
    let outcome = try Fetcher().fetch("https://\(host)/good.png")
    #expect(outcome.ids == ["fetch.name-not-resolved"])
    #expect(outcome.messages == ["\(host) has no address"])
  }

  @Test func aMalformedResolutionIsThePolicysFault() throws {
    let error = #expect(throws: PushImageError.self) { try server.fetch("/") { $0.resolutions = ["nonsense"] } }
    #expect(error?.code == .invalidPolicy)
  }
}
