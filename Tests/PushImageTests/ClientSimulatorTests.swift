import Foundation
import Testing

@testable import PushImage

/// What the tests serve: files of `TestImages`, under a URL, with headers.
private enum Body: String, CaseIterable {
  case jpeg = "jpeg/clean-600x300.jpg"
  case png = "png/clean-600x300.png"
  case gif = "gif/clean-600x300.gif"
  case webp = "other/picture.webp"
  case heic = "other/picture.heic"
  case avif = "other/picture.avif"
  case svg = "other/plain.svg"
  case html = "other/not-found.html"
  case empty = "other/empty.png"

  var bytes: [UInt8] {
    get throws {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return Array(try Data(contentsOf: root.appendingPathComponent("TestImages/\(rawValue)")))
    }
  }
}

private func delivery(
  _ body: Body?, at url: String, type: String? = nil, status: Int = 200, seconds: Double = 0.1
) throws -> Delivery {
  var delivery = Delivery(url: url)
  delivery.hops = [.init(url: url, status: status)]
  delivery.contentType = type
  delivery.seconds = seconds
  if let body { try serve(body.bytes, &delivery) }
  return delivery
}

private func serve(_ bytes: [UInt8], _ delivery: inout Delivery) throws {
  delivery.report = try Checker(platforms: Platforms.all).check(Candidate(bytes: bytes))
  delivery.leadingBytes = Array(bytes.prefix(16))
}

private func outcome(_ client: String, _ delivery: Delivery) throws -> ClientOutcome {
  try #require(ClientSimulators.simulator(id: client)).outcome(of: delivery)
}

/// One row of a table: what is served, and how a client ends.
private struct Row: CustomTestStringConvertible, Sendable {
  let client: String
  let body: Body
  let path: String
  let type: String?
  let outcome: ClientOutcome.Outcome
  var stage: ClientOutcome.Stage?
  var code: Int?

  init(
    _ client: String, _ body: Body, _ path: String, _ type: String?, _ outcome: ClientOutcome.Outcome,
    _ stage: ClientOutcome.Stage? = nil, _ code: Int? = nil
  ) {
    self.client = client
    self.body = body
    self.path = path
    self.type = type
    self.outcome = outcome
    self.stage = stage
    self.code = code
  }

  var testDescription: String { "\(client): \(body) as \(path), \(type ?? "no type")" }
}

@Suite struct ClientSimulatorTests {
  @Test(arguments: [
    // Firebase: suggestedFilename, then the subtype of image/…, then nothing.
    Row("firebase-ios", .jpeg, "hero.jpg", "image/jpeg", .shown),
    Row("firebase-ios", .jpeg, "hero", "image/jpeg", .shown),
    Row("firebase-ios", .jpeg, "hero", "application/octet-stream", .notShown, .attach, 101),
    Row("firebase-ios", .jpeg, "hero", "binary/octet-stream", .notShown, .attach, 101),
    Row("firebase-ios", .jpeg, "hero.jpg", "application/octet-stream", .shown),
    Row("firebase-ios", .jpeg, "hero.jpg", "image/webp", .notShown, .attach, 101),
    Row("firebase-ios", .webp, "hero.webp", "image/webp", .notShown, .attach, 101),
    Row("firebase-ios", .webp, "hero.jpg", "image/jpeg", .notShown, .attach, 105),
    Row("firebase-ios", .svg, "hero", "image/svg+xml", .notShown, .attach, 101),
    Row("firebase-ios", .html, "hero.jpg", "text/html", .notShown, .attach, 101),
    Row("firebase-ios", .html, "hero.jpg", "image/jpeg", .notShown, .attach, 105),
    Row("firebase-ios", .gif, "hero.gif", "video/mp4", .notShown, .attach, 101),
    Row("firebase-ios", .png, "hero.jpg", "image/jpeg", .shown),
    Row("firebase-ios", .jpeg, "hero.jpg", nil, .shown),
    Row("firebase-ios", .empty, "hero.jpg", "image/jpeg", .notShown, .attach, 105),
    // Customer.io and Iterable: the whole suggested name.
    Row("customerio-ios", .png, "hero", "image/png", .shown),
    Row("customerio-ios", .png, "hero", "application/octet-stream", .notShown, .attach, 101),
    Row("iterable-ios", .jpeg, "hero", "binary/octet-stream", .notShown, .attach, 101),
    Row("iterable-ios", .webp, "hero.webp", "image/webp", .notShown, .attach, 101),
    // OneSignal: compared with case, and with a way out in the query.
    Row("onesignal-ios", .jpeg, "hero.JPG", "application/octet-stream", .notShown, .name),
    Row("onesignal-ios", .jpeg, "hero.JPG", "image/jpeg", .shown),
    Row("onesignal-ios", .png, "hero?filename=file.png", "application/octet-stream", .shown),
    Row("onesignal-ios", .png, "hero?alt=media&token=x.png", "application/octet-stream", .shown),
    Row("onesignal-ios", .webp, "hero", "image/webp", .notShown, .name),
    // Airship: the letters at the end of the path, then hints.
    Row("airship-ios", .jpeg, "photojpg", "image/jpeg", .notShown, .attach, 101),
    Row("airship-ios", .jpeg, "hero", "image/jpeg", .shown),
    Row("airship-ios", .png, "hero", "application/octet-stream", .shown),
    Row("airship-ios", .webp, "hero", "image/webp", .notShown, .attach, 101),
    // Fixed names.
    Row("expo-ios", .png, "hero", "application/octet-stream", .shown),
    Row("zpns-ios", .jpeg, "hero", "text/plain", .shown),
    Row("zpns-ios", .html, "hero.png", "text/html", .notShown, .attach, 105),
    Row("nse-fixed-name", .jpeg, "hero", nil, .shown),
    Row("nse-identifier", .gif, "hero", nil, .shown),
    Row("jpush-ios", .png, "hero.png", "image/png", .shown),
    Row("jpush-ios", .png, "hero.png?x=1", "image/png", .notShown, .url),
    Row("jpush-ios", .jpeg, "hero.jpg", "image/jpeg", .notShown, .url),
    // An extension of one's own: an encoded dot is none, and the type must be image/*.
    Row("nse-url-name", .png, "hero.png", "image/png", .shown),
    Row("nse-url-name", .png, "hero%2Epng", "image/png", .notShown, .attach, 101),
    Row("nse-url-name", .png, "hero.png", "application/octet-stream", .notShown, .download),
    Row("nse-url-name", .png, "hero.png", "image/x-anything", .shown),
    // The attachment by itself.
    Row("attachment", .jpeg, "hero.JPG", nil, .shown),
    Row("attachment", .jpeg, "hero", nil, .notShown, .attach, 101),
    Row("attachment", .jpeg, "hero.webp", nil, .notShown, .attach, 101),
    Row("attachment", .svg, "hero.png", nil, .notShown, .attach, 105),
    // Android goes by the bytes.
    Row("firebase-android", .jpeg, "hero", "text/plain", .shown),
    Row("firebase-android", .webp, "hero.webp", "image/webp", .atRisk, .decode),
    Row("firebase-android", .heic, "hero.heic", "image/heic", .atRisk, .decode),
    Row("firebase-android", .avif, "hero.avif", "image/avif", .atRisk, .decode),
    Row("firebase-android", .svg, "hero.svg", "image/svg+xml", .notShown, .decode),
    Row("firebase-android", .html, "hero.jpg", "text/html", .notShown, .decode),
    Row("huawei", .png, "hero.png", "image/png", .shown),
    Row("huawei", .gif, "hero.gif", "image/gif", .notShown, .decode),
    // Browsers.
    Row("webpush-chrome", .png, "hero.png", "image/png", .shown),
    Row("webpush-chrome", .webp, "hero.webp", "image/webp", .atRisk, .decode),
    Row("webpush-firefox", .png, "hero.png", "image/png", .notShown, .decode),
    Row("webpush-safari", .png, "hero.png", "image/png", .notShown, .decode),
  ])
  private func `each client ends where its source does`(_ row: Row) throws {
    let result = try outcome(row.client, delivery(row.body, at: "https://cdn.test/\(row.path)", type: row.type))
    #expect(result.outcome == row.outcome, "\(result)")
    #expect(result.stage == row.stage, "\(result)")
    #expect(result.unError == row.code, "\(result)")
    #expect((result.message == nil) == (row.outcome == .shown))
  }

  @Test func `Darwin is not trusted where only a Mac could tell`() throws {
    let result = try outcome("customerio-ios", delivery(.png, at: "https://cdn.test/hero.png", type: "image/x-new"))
    #expect(result.outcome == .atRisk)
    #expect(result.stage == .name)
  }

  @Test func `a payload field decides for Braze, CleverTap and notifee`() throws {
    var served = try delivery(.png, at: "https://cdn.test/hero", type: "application/octet-stream")
    #expect(try outcome("braze-ios", served).stage == .payload)
    served.fields["ab.att.type"] = "png"
    #expect(try outcome("braze-ios", served).outcome == .shown)
    served.fields["ab.att.type"] = "webp"
    #expect(try outcome("braze-ios", served).unError == 101)

    #expect(try outcome("clevertap-ios", served).stage == .payload)
    served.fields["ct_mediaType"] = "gif"
    #expect(try outcome("clevertap-ios", served).unError == 101)
    served.fields["ct_mediaType"] = "image"
    #expect(try outcome("clevertap-ios", served).outcome == .shown)

    #expect(try outcome("notifee-ios", served).unError == 101)
    served.fields["typeHint"] = "public.png"
    #expect(try outcome("notifee-ios", served).outcome == .shown)
    served.fields["typeHint"] = "image/png"
    #expect(try outcome("notifee-ios", served).unError == 101)
  }

  @Test func `Airship does not know the opening of an EXIF JPEG`() throws {
    var served = try delivery(.jpeg, at: "https://cdn.test/hero", type: "application/octet-stream")
    #expect(try outcome("airship-ios", served).outcome == .shown)
    served.leadingBytes = [0xFF, 0xD8, 0xFF, 0xE1]
    #expect(try outcome("airship-ios", served).unError == 101)
    served.fields["options.crop.fault"] = "has no width"
    #expect(try outcome("airship-ios", served).stage == .payload)
  }

  @Test func `an identifier without an extension is code 101`() throws {
    let served = try delivery(.png, at: "https://cdn.test/hero.png", type: "image/png")
    let result = ClientSimulators.identifierExtension(named: "attachment").outcome(of: served)
    #expect(result.unError == 101)
    #expect(result.fileName == "attachment")
  }

  @Test func `plain http is blocked unless the app opts out`() throws {
    var served = try delivery(.png, at: "http://cdn.test/hero.png", type: "image/png")
    for client in ["firebase-ios", "firebase-android", "zpns-ios", "clevertap-android"] {
      #expect(try outcome(client, served).stage == .url)
      #expect(try outcome(client, served).outcome == .notShown)
    }
    served.appAllowsPlainHTTP = true
    for client in ["firebase-ios", "firebase-android", "zpns-ios", "clevertap-android"] {
      #expect(try outcome(client, served).outcome == .atRisk)
    }
    #expect(try outcome("nse-url-name", served).outcome == .notShown)
    #expect(try outcome("huawei", served).outcome == .notShown)
  }

  @Test func `Android follows no redirect between http and https, iOS follows to https`() throws {
    var served = try delivery(.png, at: "http://cdn.test/hero.png", type: "image/png")
    served.appAllowsPlainHTTP = true
    served.hops = [
      .init(url: "http://cdn.test/hero.png", status: 301), .init(url: "https://cdn.test/hero.png", status: 200),
    ]
    #expect(try outcome("firebase-android", served).stage == .download)
    #expect(try outcome("firebase-ios", served).outcome == .atRisk)
    served.url = "https://cdn.test/hero.png"
    served.appAllowsPlainHTTP = false
    served.hops = [
      .init(url: "https://cdn.test/hero.png", status: 301), .init(url: "http://cdn.test/hero.png", status: 200),
    ]
    #expect(try outcome("firebase-ios", served).stage == .download)
  }

  @Test func `an error page is a file to iOS and an error to Android`() throws {
    let served = try delivery(.html, at: "https://cdn.test/hero.png", type: "text/html", status: 404)
    #expect(try outcome("firebase-ios", served).unError == 101)
    #expect(try outcome("zpns-ios", served).unError == 105)
    #expect(try outcome("firebase-android", served).stage == .download)
  }

  @Test func `the caps are exact`() throws {
    var served = try delivery(.png, at: "https://cdn.test/hero.png", type: "image/png")
    let bytes = try Body.png.bytes
    func padded(_ byteCount: Int) -> [UInt8] { bytes + Array(repeating: 0, count: byteCount - bytes.count) }
    try serve(padded(1_048_576), &served)
    #expect(try outcome("firebase-android", served).outcome == .shown)
    try serve(padded(1_048_577), &served)
    #expect(try outcome("firebase-android", served).stage == .download)
    try serve(bytes, &served)
    served.declaredByteCount = 1_048_577
    #expect(try outcome("firebase-android", served).stage == .download)
    served.declaredByteCount = 50_000_001
    #expect(try outcome("onesignal-ios", served).stage == .download)
    try serve(padded(10_485_760), &served)
    #expect(try outcome("attachment", served).outcome == .atRisk)
    try serve(padded(10_485_761), &served)
    #expect(try outcome("attachment", served).unError == 102)
  }

  @Test func `a slow server is at risk, then too late`() throws {
    func slow(_ client: String, _ seconds: Double) throws -> ClientOutcome.Outcome {
      try outcome(client, delivery(.png, at: "https://cdn.test/hero.png", type: "image/png", seconds: seconds)).outcome
    }
    #expect(try slow("firebase-android", 2) == .shown)
    #expect(try slow("firebase-android", 2.1) == .atRisk)
    #expect(try slow("firebase-android", 5.1) == .notShown)
    #expect(try slow("firebase-ios", 5.1) == .atRisk)
    #expect(try slow("firebase-ios", 25.1) == .notShown)
    #expect(try slow("nse-url-name", 5.1) == .notShown)
  }

  @Test(arguments: Delivery.Failure.allCases)
  func `nothing is shown of what did not arrive`(failure: Delivery.Failure) throws {
    var served = try delivery(nil, at: "https://cdn.test/hero.png", type: "image/png")
    served.failure = failure
    for client in ClientSimulators.all { #expect(client.outcome(of: served).outcome == .notShown) }
  }

  @Test func `a cut picture is code 105`() throws {
    var served = try delivery(.jpeg, at: "https://cdn.test/hero.jpg", type: "image/jpeg")
    try serve(Array(Body.jpeg.bytes.dropLast(200)), &served)
    let result = try outcome("attachment", served)
    #expect(result.unError == 105)
    #expect(result.stage == .attach)
  }

  @Test(arguments: [
    ("attachment; filename=\"hero.png\"", "hero.png"), ("inline; filename=hero.png", "hero.png"),
    ("attachment; filename*=UTF-8''a%20hero.png", "a hero.png"),
    ("attachment; filename=\"../up/hero.png\"", "hero.png"),
    ("attachment; filename=\"a\\\"b;c.png\"", "a\"b;c.png"), ("attachment", "served.png"),
    ("attachment; filename=hero", "hero.png"),
  ])
  func `Content-Disposition names the file before the URL does`(field: String, name: String) throws {
    var served = try delivery(.png, at: "https://cdn.test/served.png", type: "image/png")
    served.contentDisposition = field
    #expect(SuggestedFilename(served).text == name)
  }

  @Test(arguments: ["https://cdn.test/a b.png", "https://cdn.test/bücher.png", "https://cdn.test/a\"b.png"])
  func `a URL that only iOS 17 repairs is at risk`(url: String) throws {
    let result = try outcome("firebase-ios", delivery(.png, at: url, type: "image/png"))
    #expect(result.outcome == .atRisk)
    #expect(result.stage == .url)
  }

  @Test func `a host without a path gives the host as the name`() throws {
    let served = try delivery(.png, at: "https://foo.bar.pizza-monster.png", type: "image/png")
    #expect(SuggestedFilename(served).text == "foo.bar.pizza-monster.png")
  }

  @Test func `every client answers whatever it meets`() throws {
    let names = ["", "a", "a.jpg", "a.JPG", ".jpg", "a.", "a.tar.gz", "a%00.png", "a.jpg?x=.png", "ü.png", "a b.gif"]
    let types: [String?] = [nil, "", "image/png", "image/", "image/a/b", "text/html; charset=x", "IMAGE/JPEG", ";;;"]
    var count = 0
    var odd: [String] = []
    for body in Body.allCases {
      var served = try delivery(body, at: "")
      for scheme in ["https://h.test/", "http://h.test/", "ftp://h.test/", "", "//h.test/", "data:"] {
        for name in names {
          for type in types {
            served.url = scheme + name
            served.hops = [.init(url: served.url, status: 200)]
            served.contentType = type
            for client in ClientSimulators.all {
              let result = client.outcome(of: served)
              let isSound =
                result.client == client.id && (result.stage == nil) == (result.outcome == .shown)
                && (result.outcome == .notShown || ![.html, .svg, .empty].contains(body))
              if !isSound { odd.append("\(result) of \(body) at \(served.url)") }
              count += 1
            }
          }
        }
      }
    }
    #expect(count > 50_000)
    #expect(odd.isEmpty)
  }

  @Test func `ids are unique and platforms exist`() {
    let ids = ClientSimulators.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 21)
    for client in ClientSimulators.all {
      #expect(Platforms.platform(id: client.platform) != nil)
      #expect(client.reference.hasPrefix("https://"))
      #expect(!client.title.isEmpty)
    }
  }
}
