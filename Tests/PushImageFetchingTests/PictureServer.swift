import Foundation
import PushImageFetching

/// `Support/server.py`, started once for all suites; it ends with the process that holds its standard input.
final class PictureServer: @unchecked Sendable {
  static let shared = Result { try PictureServer() }

  let certificates: Certificates
  let port: Int
  let plainPort: Int
  private let questions = Pipe()
  private let answers = Pipe()
  private let process = Process()
  private let lock = NSLock()

  private init() throws {
    certificates = try Certificates()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Support/server.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.path, certificates.folder.path]
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
    let ports = Self.line(of: answers).split(separator: " ").compactMap { Int($0) }
    guard ports.count == 2 else { throw CocoaError(.fileReadUnknown) }
    (port, plainPort) = (ports[0], ports[1])
  }

  /// Connections accepted so far on both ports.
  var connectionCount: Int {
    lock.withLock {
      questions.fileHandleForWriting.write(Data("\n".utf8))
      return Int(Self.line(of: answers)) ?? -1
    }
  }

  private static func line(of pipe: Pipe) -> String {
    var line = ""
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), byte.count == 1, byte[0] != 10 {
      line.append(Character(Unicode.Scalar(byte[0])))
    }
    return line
  }

  /// `https://images.test:port` and the path.
  func url(_ path: String, host: String = "images.test") -> String { "https://\(host):\(port)\(path)" }

  /// Trusts the test authority, knows the test names, lets loopback through.
  var policy: FetchPolicy {
    var policy = FetchPolicy()
    policy.caFile = certificates.authority
    policy.addresses.allowed = [AddressRange("127.0.0.0/8")].compactMap { $0 }
    policy.resolutions = ["images", "other", "unknown", "expired"].flatMap { name in
      [port, plainPort].map { "\(name).test:\($0):127.0.0.1" }
    }
    return policy
  }

  /// Fetches a path with the policy, changed as the test needs it.
  func fetch(_ path: String, host: String = "images.test", with change: (inout FetchPolicy) -> Void = { _ in })
    throws -> FetchOutcome
  {
    var policy = policy
    change(&policy)
    return try Fetcher(policy: policy).fetch(url(path, host: host))
  }
}

extension FetchOutcome {
  /// Ids of the findings, without the note that loopback was let through.
  var ids: [String] { findings.filter { $0.severity > .note }.map(\.kind.id) }
  /// The messages of the same findings.
  var messages: [String] { findings.filter { $0.severity > .note }.map(\.message) }
}
