import Foundation

/// One run of the built binary as any caller would start it, with everything it answered.
struct CommandRun {
  let status: Int32
  let output: String
  let errors: String

  /// Lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Standard output as JSON lines.
  func rows() throws -> [[String: Any]] {
    try lines.map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return value as? [String: Any] ?? [:]
    }
  }

  /// Runs `pushimage` and waits for it, at most `timeLimit` seconds: a hang is a status of 9.
  static func pushimage(
    _ arguments: String..., input: Data = Data(), folder: URL? = nil, environment: [String: String] = [:],
    timeLimit: TimeInterval = 20
  ) throws -> CommandRun {
    try run(arguments, input: input, folder: folder, environment: environment, timeLimit: timeLimit)
  }

  /// Runs a line of bash.
  static func shell(_ line: String) throws -> CommandRun {
    try run(["-c", line], program: URL(fileURLWithPath: "/bin/bash"))
  }

  static func run(
    _ arguments: [String], program: URL = binary, input: Data = Data(), folder: URL? = nil,
    environment: [String: String] = [:], timeLimit: TimeInterval = 20
  ) throws -> CommandRun {
    let scratch = try TemporaryFolder()
    let files = try ["in", "out", "err"].map { try scratch.file($0, $0 == "in" ? Array(input) : []) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["NO_COLOR", "CLICOLOR_FORCE"].contains($0.key) }
      .merging(environment) { $1 }
    // Files rather than pipes: a pipe that fills up while nobody reads would hang both sides.
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    let deadline = Date().addingTimeInterval(timeLimit)
    while process.isRunning, Date() < deadline { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return CommandRun(
      status: process.terminationStatus, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  /// Beside the test bundle: `.build/debug/pushimage`, or the folder of another `--scratch-path` or sanitizer.
  static let binary: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("pushimage")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.appendingPathComponent(".build/debug/pushimage")
  }()
}

/// A folder of its own for one test, removed with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("pushimage-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  /// Path of something in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file, with the folders above it.
  @discardableResult func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  func bytes(_ name: String) -> [UInt8]? { (try? Data(contentsOf: url.appendingPathComponent(name))).map(Array.init) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  /// Names in a folder in byte order.
  func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
