import Foundation
import PushImageFetching
import Testing

/// `pushimage check` and `prepare` of URLs, as the process that people run.
@Suite struct CheckURLTests {
  let server: PictureServer

  init() throws { server = try PictureServer.shared.get() }

  /// What makes the test server reachable.
  private var reachable: [String] {
    ["--ca-file", server.certificates.authority, "--allow-address", "127.0.0.0/8"]
      + ["--resolve", "images.test:\(server.port):127.0.0.1"]
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, diagnostics: String) {
    let tests = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("pushimage")
    process.arguments = arguments
    let (output, diagnostics) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errors = diagnostics.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  @Test func `an interrupt does not wait for a server that does not answer`() throws {
    let tests = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("pushimage")
    process.arguments = ["check", server.url("/silent"), "--timeout", "30"] + reachable
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(500_000)
    let started = ContinuousClock.now
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(ContinuousClock.now - started < .seconds(10))
  }

  @Test func `a URL that gave nothing has no size`() throws {
    let (_, report) = try report(server.url("/silent"), ["--timeout", "1"])
    #expect(report["byteCount"] == nil)
    #expect(report["source"] != nil)
  }

  private func report(_ url: String, _ more: [String] = []) throws -> (status: Int32, report: [String: Any]) {
    let (status, output, _) = try run(["check", url, "--format", "jsonl"] + reachable + more)
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return (status, try #require(object as? [String: Any]))
  }

  private func ids(_ report: [String: Any]) -> [String] {
    (report["findings"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  @Test func aGoodPictureIsCheckedUnderItsURL() throws {
    let (_, report) = try report(server.url("/good.png"))
    #expect(report["source"] as? String == server.url("/good.png"))
    #expect(report["format"] as? String == "png")
    #expect(report["byteCount"] as? Int == 67)
    #expect(ids(report).contains("fetch.address-not-public"))
  }

  @Test func aRedirectJoinsTheReportOfThePicture() throws {
    let (_, report) = try report(server.url("/to-good"))
    #expect(report["format"] as? String == "png")
    #expect(ids(report).contains("fetch.redirected"))
    #expect(report["verdict"] as? String != "accepted")
  }

  @Test(arguments: [
    ("/missing.png", "fetch.status-not-ok"), ("/cut.png", "fetch.body-truncated"),
    ("/to-private", "fetch.address-not-public"),
  ])
  func whatCannotBeFetchedIsAReportWithoutFormatAndStatus3(path: String, id: String) throws {
    let (status, report) = try report(server.url(path))
    #expect(status == 3)
    #expect(report["verdict"] as? String == "undetermined")
    #expect(report["format"] == nil)
    #expect(report["sha256"] == nil)
    #expect(ids(report).last == id)
  }

  @Test func theTimeOutCanBeSet() throws {
    let (status, report) = try report(server.url("/silent"), ["--timeout", "0.3"])
    #expect(status == 3)
    #expect(ids(report) == ["fetch.address-not-public", "fetch.timed-out"])
  }

  @Test func withoutTheAllowanceNothingIsFetched() throws {
    let (status, output, _) = try run(["check", "https://127.0.0.1:\(server.port)/good.png"])
    #expect(status == 3)
    #expect(output.contains("127.0.0.1 is not public"))
  }

  @Test func severalURLsAreReportedInOrder() throws {
    let paths = ["/good.png", "/missing.png", "/to-good", "/empty.png", "/page.png"]
    let (status, output, _) = try run(
      ["check", "--format", "jsonl", "--jobs", "4"] + paths.map { server.url($0) } + reachable)
    #expect(status == 3)
    let sources = try output.split(separator: "\n").map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["source"] as? String
    }
    #expect(sources == paths.map { server.url($0) })
  }

  @Test func prepareRefusesWhatCannotBeFetchedWithItsFindings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pushimage-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (status, output, _) = try run(
      ["prepare", server.url("/missing.png"), "--output", folder.path, "--format", "jsonl"] + reachable)
    #expect(status == 3)
    #expect(output.contains(#""action":"rejected""#))
    #expect(output.contains("fetch.status-not-ok"))
  }

  @Test(arguments: [
    ["--timeout", "0"], ["--timeout", "31"], ["--timeout", "nan"], ["--timeout", "soon"],
    ["--allow-address", "10/8"], ["--allow-address", "localhost"], ["--ca-file", "/nonexistent.pem"],
    ["--resolve", "nonsense"],
  ])
  func badOptionsAreUsageErrors(options: [String]) throws {
    #expect(try run(["check", server.url("/good.png")] + reachable + options).status == 2)
  }

  @Test func theKindsAreListedByRules() throws {
    let (status, output, _) = try run(["rules", "fetch"])
    #expect(status == 0)
    for kind in FetchFindings.findingKinds { #expect(output.contains(kind.id)) }
  }
}
