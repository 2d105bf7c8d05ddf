import Foundation
import PushImage
import Testing

@testable import PushImageFetching

/// Answers from a table, and counts who asked.
private actor Stub {
  private(set) var asked: [String: Int] = [:]

  func count(_ url: String, _ requester: Requester) { asked["\(requester.id) \(url)", default: 0] += 1 }
}

private struct StubFetcher: PictureFetcher {
  let stub = Stub()
  let answer: @Sendable (String, Requester) throws -> FetchOutcome

  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome {
    await stub.count(url, requester)
    return try answer(url, requester)
  }
}

private func file(_ path: String) throws -> [UInt8] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return Array(try Data(contentsOf: root.appendingPathComponent("TestImages/\(path)")))
}

private func outcome(_ url: String, _ bytes: [UInt8], _ headers: [String: String] = [:]) -> FetchOutcome {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
  memory.copyMemory(from: bytes, byteCount: bytes.count)
  let fields = (["Content-Type": "image/png"].merging(headers) { $1 }).map {
    HeaderField(name: $0.key, value: $0.value)
  }
  let response = FetchResponse(
    status: 200, headers: fields, body: FileBytes(adopting: memory, count: bytes.count),
    declaredByteCount: bytes.count, finalURL: url)
  return FetchOutcome(
    hops: [FetchHop(url: url, status: 200)], response: response, fileName: FileName(url).component,
    totalMilliseconds: 20)
}

private func payload(
  _ slots: [ImageSlot], findings: [Finding] = [], addressed: [String] = ["ios", "android"]
) throws -> Payload {
  Payload(
    type: PayloadType(id: "test", title: "test"), images: slots, findings: findings, addressedPlatforms: addressed,
    byteCount: 2, json: try JSONReader.read(Array("{}".utf8)))
}

private func slot(
  _ url: String, platforms: [String] = ["ios", "android"], clients: [String] = ["firebase-ios", "firebase-android"]
) throws -> ImageSlot {
  ImageSlot(place: JSONPointer(), url: url, platforms: platforms, clients: clients)
}

@Suite struct PreflightTests {
  private let png: [UInt8]
  private let webp: [UInt8]

  init() throws {
    png = try file("png/clean-600x300.png")
    webp = try file("other/picture.webp")
  }

  private func preflight(
    platforms: [Platform] = [.ios, .androidFCM], _ options: PreflightOptions = PreflightOptions(sendTime: 0),
    _ answer: @escaping @Sendable (String, Requester) throws -> FetchOutcome
  ) -> (Preflight, Stub) {
    let fetcher = StubFetcher(answer: answer)
    return (Preflight(checker: Checker(platforms: platforms), fetcher: fetcher, options: options), fetcher.stub)
  }

  @Test func `a good picture is shown everywhere`() async throws {
    let png = png
    let (preflight, _) = preflight { url, _ in outcome(url, png, ["ETag": "1"]) }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    #expect(report.verdict == .accepted)
    #expect(report.images[0].clients.map(\.outcome) == [.shown, .shown])
    #expect(report.images[0].report?.findings.isEmpty == true)
  }

  @Test func `a URL is asked for once by each program, whatever the payloads`() async throws {
    let png = png
    let (preflight, stub) = preflight { url, _ in outcome(url, png) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          _ = try await preflight.report(on: payload([slot("https://cdn.test/\(index % 4).png")]))
        }
      }
      try await group.waitForAll()
    }
    let asked = await stub.asked
    #expect(asked.count == 4 * 5)
    #expect(asked.values.allSatisfy { $0 == 1 })
  }

  @Test func `each device is judged by what its program gets`() async throws {
    let (png, webp) = (png, webp)
    let (preflight, _) = preflight { url, requester in
      requester == .dalvik ? outcome(url, webp, ["Content-Type": "image/webp"]) : outcome(url, png)
    }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    #expect(report.images[0].clients.map(\.outcome) == [.shown, .atRisk])
    #expect(report.images[0].report?.findings.map(\.kind.id).contains("fetch.answers-mismatch") == true)
    #expect(report.verdict == .atRisk)
  }

  @Test func `WebP for iOS alone is a rejection there`() async throws {
    let (png, webp) = (png, webp)
    let (preflight, _) = preflight { url, requester in
      requester == .cfNetwork ? outcome(url, webp, ["Content-Type": "image/webp"]) : outcome(url, png)
    }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    #expect(report.platforms.map(\.verdict) == [.rejected, .atRisk])
    #expect(report.images[0].clients[0].unError == 101)
  }

  @Test func `a failed fetch is not probed and leaves the picture undetermined`() async throws {
    let (preflight, stub) = preflight { _, _ in
      FetchOutcome(findings: [Finding(FetchFindings.nameNotResolved, "cdn.test has no address")])
    }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    #expect(await stub.asked == ["pushimage https://cdn.test/hero.png": 1])
    #expect(report.images[0].report?.verdict == .undetermined)
    #expect(report.verdict == .rejected)
    #expect(report.images[0].clients.allSatisfy { $0.outcome == .notShown && $0.stage == .download })
  }

  @Test func `pictures that no device loads are not asked for`() async throws {
    let png = png
    let (preflight, stub) = preflight { url, _ in outcome(url, png) }
    let report = try await preflight.report(
      on: payload([
        slot("https://cdn.test/hero.png", platforms: []), slot("https://cdn.test/2.png", platforms: ["web"]),
      ]))
    #expect(await stub.asked.isEmpty)
    #expect(report.images.allSatisfy { $0.report == nil && $0.clients.isEmpty })
    #expect(report.verdict == .accepted)
  }

  @Test func `findings of the payload count for the platform they name`() async throws {
    let png = png
    let (preflight, _) = preflight { url, _ in outcome(url, png, ["ETag": "1"]) }
    let kind = Finding.Kind("apns.test", .error, meaning: "m", remedy: "r", reference: "https://x.test")
    let report = try await preflight.report(
      on: payload([slot("https://cdn.test/hero.png")], findings: [Finding(kind, "m", platform: "ios")]))
    #expect(report.platforms.map(\.verdict) == [.rejected, .accepted])
    #expect(report.verdict == .rejected)
  }

  @Test func `a browser without pictures does not lower the web`() async throws {
    let png = png
    let (preflight, _) = preflight(platforms: [.webPush]) { url, _ in outcome(url, png, ["ETag": "1"]) }
    let report = try await preflight.report(
      on: payload(
        [
          slot(
            "https://cdn.test/hero.png", platforms: ["web"], clients: ["webpush-chrome", "webpush-firefox"])
        ], addressed: ["web"]))
    #expect(report.images[0].clients.map(\.outcome) == [.shown, .notShown])
    #expect(report.verdict == .accepted)
  }

  @Test func `clients can be chosen, and an identifier given`() async throws {
    let png = png
    var options = PreflightOptions(sendTime: 0)
    options.clients = ["nse-identifier"]
    options.identifier = "attachment"
    let (preflight, _) = preflight(options) { url, _ in outcome(url, png) }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    #expect(report.images[0].clients.map(\.unError) == [101])
    #expect(report.images[0].clients.map(\.fileName) == ["attachment"])
  }

  @Test func `a cancelled task does not wait`() async throws {
    let fetcher = StubFetcher { _, _ in throw CancellationError() }
    let preflight = Preflight(
      checker: Checker(platforms: [.ios]), fetcher: fetcher, options: PreflightOptions(sendTime: 0))
    await #expect(throws: CancellationError.self) {
      _ = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    }
  }

  @Test func `the report is JSON with the keys that others rely on`() async throws {
    let png = png
    let (preflight, _) = preflight { url, _ in outcome(url, png) }
    let report = try await preflight.report(on: payload([slot("https://cdn.test/hero.png")]))
    let json = try JSONReader.read(report.json(source: "campaign.json"))
    #expect(
      json.members?.map(\.key) == [
        "source", "payload", "byteCount", "images", "findings", "verdict", "platforms",
      ])
    let image = try #require(json["images"]?.elements?.first)
    #expect(image.members?.map(\.key) == ["slot", "url", "platforms", "fetch", "report", "clients"])
    #expect(image["fetch"]?["probes"]?.elements?.count == 4)
    #expect(image["clients"]?.elements?.first?["outcome"]?.string == "shown")
  }
}
