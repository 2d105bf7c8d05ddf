import Foundation

/// A certificate authority of our own and what it signs, made anew for each run of the tests.
struct Certificates {
  let folder: URL

  /// The authority that the good certificates are signed by.
  var authority: String { folder.appendingPathComponent("authority.crt").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pushimage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["authority", "stranger"] {
      try openssl(
        ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)", "-addext", "basicConstraints=critical,CA:TRUE"]
          + newKey(name) + ["-out", path("\(name).crt")])
    }
    try leaf("good", names: ["images.test", "localhost"])
    try leaf("other", names: ["elsewhere.test"])
    try leaf("expired", names: ["expired.test"], days: -1)
    try leaf("unknown", names: ["unknown.test"], issuer: "stranger")
  }

  private func leaf(_ name: String, names: [String], days: Int = 2, issuer: String = "authority") throws {
    let alternatives = names.map { "DNS:\($0)" } + ["IP:127.0.0.1", "IP:::1"]
    try openssl(
      ["req", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(alternatives.joined(separator: ","))"]
        + newKey(name) + ["-out", path("\(name).csr")])
    try openssl(
      ["x509", "-req", "-in", path("\(name).csr"), "-copy_extensions", "copyall", "-days", "\(days)"]
        + ["-CA", path("\(issuer).crt"), "-CAkey", path("\(issuer).key"), "-out", path("\(name).crt")])
    let pem = try ["crt", "key"].map { try String(contentsOfFile: path("\(name).\($0)"), encoding: .utf8) }
    try pem.joined().write(toFile: path("\(name).pem"), atomically: true, encoding: .utf8)
  }

  private func newKey(_ name: String) -> [String] {
    ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", path("\(name).key")]
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  struct Failure: Error {
    let arguments: [String]
  }
}
