import Foundation
import PushImage
import Testing

/// `pushimage preflight --prepare`: what it writes passes, when it is published where it says.
@Suite struct PreparedCampaignTests {
  let server: PictureServer
  /// Below the server's root, so that what is written is published.
  let folder: URL
  private let base: String

  init() throws {
    server = try PictureServer.shared.get()
    let name = "published/\(UUID().uuidString)"
    folder = server.certificates.folder.appendingPathComponent(name)
    base = server.url("/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func prepare(_ payloads: [String], _ more: [String] = []) throws -> PushImageProcess {
    try PushImageProcess(
      ["preflight", "-", "--format", "jsonl", "--timeout", "3", "--prepare", folder.path, "--public-base", base + "/"]
        + server.arguments + more,
      input: payloads.map(server.filled).joined(separator: "\n"))
  }

  /// Preflight of everything that was written, from the server.
  private func check() throws -> PushImageProcess {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/payloads").sorted()
    return try PushImageProcess(
      ["preflight", "--format", "jsonl", "--timeout", "5"] + names.map { "\(folder.path)/payloads/\($0)" }
        + server.arguments)
  }

  private func written(_ name: String) throws -> JSONValue {
    try JSONReader.read(Array(try Data(contentsOf: folder.appendingPathComponent("payloads/\(name)"))))
  }

  @Test func `what was cured passes from the server where it is published`() throws {
    let payloads = [
      Messages.firebase("{at}/orientation-6-600x300.jpg"), Messages.firebase("{at}/android-over.png"),
      Messages.firebase("{at}/octets"), Messages.own("{at}/octets.jpg"), Messages.plain("{at}/named-webp.jpg"),
      Messages.combined("{at}/cmyk.jpg"), Messages.zpns("{at}/good.webp"), Messages.firebase("{at}/to-good.jpg"),
      Messages.firebase("{at}/gzip.png").replacingOccurrences(of: "gzip", with: "vary"),
    ]
    let run = try prepare(payloads)
    #expect(run.status == 0, "\(run.output) \(run.diagnostics)")
    let rows = try run.rows()
    #expect(rows.count == payloads.count)
    for row in rows {
      let prepared = try #require(row["prepared"] as? [String: Any])
      #expect(["accepted", "atRisk"].contains(prepared["verdict"] as? String))
    }
    let check = try check()
    #expect(check.status == 0, "\(check.output)")
    let verdicts = try check.rows().compactMap { $0["verdict"] as? String }
    #expect(verdicts.count == payloads.count)
    #expect(verdicts.allSatisfy { $0 != "rejected" && $0 != "undetermined" }, "\(verdicts)")
  }

  @Test func `an animation goes to iOS and a still to Android where the form has a place for each`() throws {
    let run = try prepare([Messages.firebase("{at}/animated.gif")])
    #expect(run.status == 0, "\(run.output)")
    let message = try #require(try written("payload.json")["message"])
    let apple = try #require(message["apns"]?["fcm_options"]?["image"]?.string)
    let general = try #require(message["notification"]?["image"]?.string)
    let android = message["android"]?["notification"]?["image"]?.string ?? general
    #expect(apple.hasPrefix(base) && apple.hasSuffix(".gif"))
    #expect(android.hasPrefix(base) && !android.hasSuffix(".gif"))
    #expect(message["apns"]?["payload"]?["aps"]?["mutable-content"]?.number?.int == 1)
    let rows = try check().rows()
    #expect(rows.compactMap { $0["verdict"] as? String } == ["accepted"])
  }

  @Test func `the URL in a string of JSON is replaced, and all else stays`() throws {
    let payload =
      #"{"title":"a","n":1.50,"resourcesID":"p","payload":"{\"k\":[1e2],\"image_attachment\":\"{at}/octets\"}"}"#
    let run = try prepare([payload])
    #expect(run.status == 0, "\(run.output)")
    let text = try String(
      contentsOf: folder.appendingPathComponent("payloads/payload.json"), encoding: .utf8)
    #expect(text.hasPrefix(#"{"title":"a","n":1.50,"resourcesID":"p","payload":"{\"k\":[1e2],\"image_attachment\":\""#))
    let inner = try JSONReader.read(Array((try written("payload.json")["payload"]?.string ?? "").utf8))
    let url = try #require(inner["image_attachment"]?.string)
    #expect(url.hasPrefix(base) && url.hasSuffix(".png"))
  }

  @Test(arguments: [("{at}/missing.jpg", 1), ("{at}/cut.jpg", 1), ("{closed}/a.jpg", 3)])
  func `no payload is written whose picture cannot be had`(url: String, status: Int32) throws {
    let run = try prepare([Messages.plain(url)])
    #expect(run.status == status)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/payloads").isEmpty)
    let prepared = try #require(try run.rows().first?["prepared"] as? [String: Any])
    #expect(prepared["output"] == nil)
  }

  @Test func `faults of the payload itself stay, and are told`() throws {
    let run = try prepare([Messages.plain("{at}/octets", aps: #""aps":{"alert":"a"}"#)])
    #expect(run.status == 1)
    let prepared = try #require(try run.rows().first?["prepared"] as? [String: Any])
    #expect(prepared["verdict"] as? String == "rejected")
    #expect(prepared["output"] as? String == "payloads/payload.json")
  }

  @Test func `a second run writes the same and replaces nothing unasked`() throws {
    let payload = Messages.plain("{at}/octets")
    #expect(try prepare([payload]).status == 0)
    #expect(try prepare([payload]).status == 0)
    let other = try prepare([Messages.plain("{at}/good.jpg")])
    #expect(other.status == 3)
    #expect(other.diagnostics.contains("--overwrite"))
    #expect(try prepare([Messages.plain("{at}/good.jpg")], ["--overwrite"]).status == 0)
  }

  @Test(arguments: [
    ["--prepare", "x"], ["--public-base", "https://a.test"], ["--prepare", "x", "--public-base", "a.test"],
    ["--prepare", "x", "--public-base", "http://a.test"], ["--prepare", "x", "--public-base", "https://a.test/?q"],
    ["--prepare", "x", "--public-base", "https:///"],
  ])
  func `a folder needs the URL where it will be published`(options: [String]) throws {
    let run = try PushImageProcess(["preflight", "-"] + options, input: "{}")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
  }
}
