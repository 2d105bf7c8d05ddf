import Foundation

/// One run of the `pushimage` beside the tests, as people run it.
struct PushImageProcess {
  let status: Int32
  let output: String
  let diagnostics: String
  let seconds: Double

  /// Runs to the end; `input` comes by standard input.
  init(_ arguments: [String], input: String = "", folder: URL? = nil) throws {
    let tests = try URL(fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("pushimage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files rather than pipes: a pipe that fills up while nobody reads would hang both sides.
    let files = ["in", "out", "err"].map(scratch.appendingPathComponent)
    for file in files { try Data((file.lastPathComponent == "in" ? input : "").utf8).write(to: file) }
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("pushimage")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    let start = Date()
    try process.run()
    process.waitUntilExit()
    seconds = Date().timeIntervalSince(start)
    status = process.terminationStatus
    output = try String(contentsOf: files[1], encoding: .utf8)
    diagnostics = try String(contentsOf: files[2], encoding: .utf8)
  }

  /// Standard output as JSON Lines.
  func rows() throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }
}
