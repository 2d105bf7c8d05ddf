import Foundation
import Testing

/// A payload that names pictures of the test server, and what preflight must say of it.
struct CampaignCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// One line of JSON. `{at}` is the folder of the server's pictures; `{plain}` the same by http; `{expired}` and
  /// `{other}` are hosts whose certificates are bad; `{closed}` is a port where nobody listens.
  let payload: String
  let verdict: String
  /// Ids of findings, and clients as `firebase-ios not-shown attach 101`: each must be said.
  let says: [String]

  init(_ name: String, _ payload: String, _ verdict: String, _ says: String...) {
    testDescription = name
    self.payload = payload
    self.verdict = verdict
    self.says = says
  }
}

/// The cases of one test suite, in one run of `pushimage preflight`.
struct CampaignRunResult: @unchecked Sendable {
  let status: Int32
  let seconds: Double
  let diagnostics: String
  private let rows: [String: [String: Any]]

  init(_ cases: [CampaignCase], _ options: [String] = []) throws {
    let server = try PictureServer.shared.get()
    let input = cases.map { server.filled($0.payload) }.joined(separator: "\n")
    let run = try PushImageProcess(
      ["preflight", "-", "--format", "jsonl", "--timeout", "3"] + server.arguments + options, input: input)
    (status, seconds, diagnostics) = (run.status, run.seconds, run.diagnostics)
    let rows = try run.rows()
    #expect(rows.count == cases.count, "\(run.diagnostics)")
    self.rows = Dictionary(zip(cases.map(\.testDescription), rows)) { first, _ in first }
  }

  /// The verdict of a case, and everything that was said in it.
  func words(of row: CampaignCase) throws -> (verdict: String, said: [String]) {
    let report = try #require(rows[row.testDescription])
    return (report["verdict"] as? String ?? "", Self.words(report))
  }

  /// Ids of findings and lines of clients in one row.
  static func words(_ report: [String: Any]) -> [String] {
    let images = report["images"] as? [[String: Any]] ?? []
    let findings =
      [report] + images.compactMap { $0["report"] as? [String: Any] }
    let ids = findings.flatMap { ($0["findings"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String } }
    let clients = images.flatMap { $0["clients"] as? [[String: Any]] ?? [] }.map { client in
      [
        client["client"] as? String, client["outcome"] as? String, client["stage"] as? String,
        (client["unError"] as? Int).map(String.init),
      ].compactMap(\.self).joined(separator: " ")
    }
    return ids + clients
  }

  /// Asserts that a case got its verdict and everything it must be told.
  func expect(_ row: CampaignCase, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (verdict, said) = try words(of: row)
    #expect(verdict == row.verdict, "said: \(said)", sourceLocation: sourceLocation)
    for word in row.says {
      #expect(said.contains(word), "said: \(said)", sourceLocation: sourceLocation)
    }
  }
}

extension PictureServer {
  /// What makes the test server reachable for a process.
  var arguments: [String] {
    let names = ["images", "other", "unknown", "expired"]
    return ["--ca-file", certificates.authority, "--allow-address", "127.0.0.0/8"]
      + names.flatMap { name in
        [port, plainPort, 9].flatMap { ["--resolve", "\(name).test:\($0):127.0.0.1"] }
      } + ["--resolve", "foo.bar.pizza-monster.png:443:127.0.0.1"]
  }

  /// A payload with the addresses of this server.
  func filled(_ payload: String) -> String {
    let places = [
      "{at}": url("/campaign"), "{expired}": url("/campaign", host: "expired.test"),
      "{other}": url("/campaign", host: "other.test"), "{plain}": "http://images.test:\(plainPort)/campaign",
      "{closed}": "https://images.test:9/campaign",
    ]
    return places.reduce(payload) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
  }
}
