import Foundation
import PushImage
import Testing

@testable import PushImageFetching

/// `pushimage preflight` as its callers see it: statuses, rows, time, and what it refuses to connect to.
@Suite struct PreflightCommandTests {
  let server: PictureServer

  init() throws { server = try PictureServer.shared.get() }

  private func run(_ payload: String, _ options: [String] = ["--format", "jsonl"]) throws -> PushImageProcess {
    let time = options.contains("--timeout") ? [] : ["--timeout", "2"]
    return try PushImageProcess(
      ["preflight", "-"] + time + server.arguments + options, input: server.filled(payload))
  }

  // MARK: Exit status

  @Test(arguments: [
    ("{at}/good.png", 0), ("{at}/vary.png", 0), ("{at}/missing.jpg", 1), ("{at}/cut.png", 1),
    ("{expired}/good.png", 1), ("{at}/to-private/0", 1), ("{closed}/good.png", 3), ("{at}/silent.png", 3),
    ("https://a.invalid/good.png", 3),
  ])
  func `the status tells what is wrong from what could not be seen`(url: String, status: Int32) throws {
    let run = try run(Messages.plain(url))
    #expect(run.status == status, "\(run.output)")
  }

  @Test func `what could not be seen outweighs what is wrong`() throws {
    let payloads = ["{at}/missing.jpg", "{closed}/good.png", "{at}/good.png"].map { Messages.plain($0) }
    #expect(try run(payloads.joined(separator: "\n")).status == 3)
  }

  @Test func `at risk counts as rejected with --strict`() throws {
    let payload = Messages.plain("{at}/vary.png")
    #expect(try run(payload).status == 0)
    #expect(try run(payload, ["--format", "jsonl", "--strict"]).status == 1)
  }

  @Test func `JSON that is broken is told with its place`() throws {
    let text = "{\n  \"aps\": {\"alert\": \"a\"},\n}"
    let report = try #require(try run(text).rows().first)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.first?["id"] as? String == "payload.malformed")
    #expect((findings.first?["message"] as? String)?.hasPrefix("line 2, column 24: ") == true)
    #expect(try run(text).status == 1)
    #expect(report["verdict"] as? String == "rejected")
  }

  @Test func `a file that is not there is status 3 and a wrong option status 2`() throws {
    #expect(try PushImageProcess(["preflight", "/nonexistent/payload.json"]).status == 3)
    #expect(try PushImageProcess(["preflight", "-", "--client", "nobody"]).status == 2)
    #expect(try PushImageProcess(["preflight"]).status == 2)
  }

  // MARK: Rows

  @Test func `a row has the members that other programs rely on`() throws {
    let row = try #require(try run(Messages.firebase("{at}/animated.gif")).output.split(separator: "\n").first)
    let json = try JSONReader.read(Array(row.utf8))
    #expect(
      json.members?.map(\.key) == [
        "source", "payload", "byteCount", "images", "findings", "verdict", "platforms",
      ])
    #expect(json["payload"]?.string == "fcm-v1")
    #expect(json["platforms"]?.members?.map(\.key) == ["ios", "android"])
    let image = try #require(json["images"]?.elements?.first)
    #expect(image.members?.map(\.key) == ["slot", "url", "platforms", "fetch", "report", "clients"])
    #expect(image["slot"]?.string == "/message/notification/image")
    #expect(image["report"]?["sha256"]?.string?.count == 64)
    #expect(image["fetch"]?["status"]?.number?.int == 200)
    let client = try #require(image["clients"]?.elements?.first)
    #expect(client.members?.map(\.key).prefix(2) == ["client", "outcome"])
  }

  @Test func `rows come in the order of the payloads`() throws {
    let payloads = (0..<40).map { Messages.plain("{at}/good.png?n=\($0)") }
    let rows = try run(payloads.joined(separator: "\n"), ["--format", "jsonl", "--no-probes"]).rows()
    #expect(rows.compactMap { $0["index"] as? Int } == Array(0..<40))
  }

  @Test func `the text tells each client, the reason and what to do`() throws {
    let text = try run(Messages.firebase("{at}/octets"), []).output
    #expect(text.contains("not shown  firebase-ios: "))
    #expect(text.contains("(UNErrorDomain 101)"))
    #expect(text.contains("shown      firebase-android"))
    #expect(text.contains("Publish the picture under a name that ends in its true extension."))
  }

  @Test func `other bytes than were checked are found by --pinned`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = folder.appendingPathComponent("report.jsonl")
    try run(Messages.plain("{at}/good.png")).output.write(to: report, atomically: true, encoding: .utf8)
    let pinned = ["preflight", "--pinned", report.path, "--format", "jsonl"] + server.arguments
    #expect(try PushImageProcess(pinned).status == 0)
    let forged = try String(contentsOf: report, encoding: .utf8)
      .replacingOccurrences(of: "/good.png", with: "/square.png")
    try forged.write(to: report, atomically: true, encoding: .utf8)
    let changed = try PushImageProcess(pinned)
    #expect(changed.status == 1)
    #expect(changed.output.contains("fetch.content-changed"))
  }

  // MARK: Time

  @Test(arguments: ["silent.png", "drip.png", "slow-header.png", "slow-for-devices.png"])
  func `a URL costs its time and one second more at most`(path: String) throws {
    // In a process of its own: here other tests wait on the threads that would have to go on.
    let run = try run(Messages.plain("{at}/\(path)"), ["--format", "jsonl", "--timeout", "1"])
    let image = (try run.rows().first?["images"] as? [[String: Any]])?.first
    let fetch = try #require(image?["fetch"] as? [String: Any])
    let first = try #require(fetch["milliseconds"] as? Int)
    let probes = (fetch["probes"] as? [[String: Any]] ?? []).compactMap { $0["milliseconds"] as? Int }
    #expect(first + (probes.max() ?? 0) <= 2_200)
    #expect(probes.isEmpty == (path != "slow-for-devices.png"))
    // Two seconds, and more for a machine that is busy with other tests.
    #expect(run.seconds < 8)
  }

  @Test func `a cancelled task is not answered by the fetch that it began`() async throws {
    let fetcher = Fetcher(policy: server.policy)
    let text = Array(server.filled(Messages.plain("{at}/silent.png")).utf8)
    let payload = try #require(Array(PayloadFile(text)).first).payload
    let task = Task {
      try await Preflight(
        checker: Checker(platforms: [.ios]), fetcher: fetcher, options: PreflightOptions(sendTime: 0)
      ).report(on: payload)
    }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    // Waiting for the silent server would end in a report.
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Addresses

  /// Every form of an address that is not public, and what is no address of a picture at all.
  static let forbidden = [
    "https://127.0.0.1/a.png", "https://127.8.9.1/a.png", "https://0.0.0.0/a.png", "https://10.1.2.3/a.png",
    "https://172.16.0.1/a.png", "https://172.31.255.255/a.png", "https://192.168.1.1/a.png",
    "https://100.64.0.1/a.png", "https://169.254.169.254/latest/meta-data/", "https://192.0.0.1/a.png",
    "https://198.18.0.1/a.png", "https://224.0.0.1/a.png", "https://240.0.0.1/a.png",
    "https://255.255.255.255/a.png", "https://[::]/a.png", "https://[::1]/a.png", "https://[fc00::1]/a.png",
    "https://[fd00:ec2::254]/a.png", "https://[fe80::1]/a.png", "https://[ff02::1]/a.png",
    "https://[2001:db8::1]/a.png", "https://[::ffff:127.0.0.1]/a.png", "https://[::ffff:7f00:1]/a.png",
    "https://[::127.0.0.1]/a.png", "https://[2002:7f00:1::]/a.png", "https://[64:ff9b::7f00:1]/a.png",
    "https://[64:ff9b:1::7f00:1]/a.png", "https://[2001:0:7f00:1::]/a.png", "https://[fe80::5efe:7f00:1]/a.png",
    "https://2130706433/a.png", "https://0x7f000001/a.png", "https://0177.0.0.1/a.png", "https://0x7f.1/a.png",
    "https://127.1/a.png", "https://127.0.0.1./a.png", "https://localhost/a.png", "https://good.test@127.0.0.1/a.png",
    "http://127.0.0.1/a.png", "file:///etc/passwd", "gopher://127.0.0.1/", "data:image/png;base64,AAAA",
    "https://①②⑦.0.0.1/a.png", "https://127.0.0.1%00.test/a.png", "https://127.0.0.1:22/a.png",
  ]
  private static let forbiddenRun = Result {
    try PushImageProcess(
      ["preflight", "-", "--format", "jsonl", "--allow-http", "--timeout", "5"],
      input: forbidden.map { Messages.plain($0) }.joined(separator: "\n"))
  }

  @Test(arguments: Array(forbidden.enumerated().map { ($0, $1) }))
  func `nothing is connected to that is not public`(index: Int, url: String) throws {
    let rows = try Self.forbiddenRun.get().rows()
    try #require(rows.count == Self.forbidden.count)
    let said = CampaignRunResult.words(rows[index])
    let refusals: Set<String> = ["fetch.address-not-public", "fetch.scheme-unsupported", "fetch.url-malformed"]
    // A name that does not resolve here was not connected to either.
    let isName = ["①", "localhost", "0.0.1./"].contains { url.contains($0) }
    let reasons = isName ? refusals.union(["fetch.name-not-resolved"]) : refusals
    #expect(!reasons.isDisjoint(with: said), "\(said)")
    #expect(rows[index]["verdict"] as? String == "rejected")
    let images = rows[index]["images"] as? [[String: Any]] ?? []
    for image in images { #expect((image["fetch"] as? [String: Any])?["status"] == nil) }
  }

  @Test func `without an allowance the test server itself is out of bounds`() throws {
    let arguments = server.arguments.filter { $0 != "--allow-address" && $0 != "127.0.0.0/8" }
    let run = try PushImageProcess(
      ["preflight", "-", "--format", "jsonl"] + arguments, input: server.filled(Messages.plain("{at}/good.png?ssrf")))
    #expect(run.output.contains("fetch.address-not-public"))
    #expect(run.status == 1)
  }

  /// The name of the last hop has an address of its own that was not let through: what a rebinding resolver would do.
  @Test(arguments: 0...4)
  func `a redirect is judged like the first URL, at every hop`(hop: Int) throws {
    let only = ["--ca-file", server.certificates.authority, "--allow-address", "127.0.0.1/32"]
    let names = [("images.test", "127.0.0.1"), ("rebound.test", "127.0.0.2")].flatMap {
      ["--resolve", "\($0.0):\(server.port):\($0.1)"]
    }
    for kind in ["to-private", "to-rebound"] {
      let payload = server.filled(Messages.plain("{at}/\(kind)/\(hop)"))
      let run = try PushImageProcess(["preflight", "-", "--format", "jsonl"] + only + names, input: payload)
      let report = try #require(try run.rows().first)
      #expect(CampaignRunResult.words(report).contains("fetch.address-not-public"), "\(kind)")
      #expect(run.status == 1)
      let fetch = (report["images"] as? [[String: Any]])?.first?["fetch"] as? [String: Any]
      #expect((fetch?["hops"] as? [[String: Any]])?.count == hop + 2)
      #expect(fetch?["probes"] == nil)
    }
  }
}
