import Foundation
import PushImage
import Testing

/// One line of the oracle: a file as it would be delivered, and what must be said of it.
struct Expectation: Sendable, CustomTestStringConvertible {
  /// Relative to TestImages.
  let file: String
  let name: String
  let declaredType: String?
  let platforms: [String]
  /// A policy file's content.
  let policy: [UInt8]?
  /// Who reads the pixels.
  let engine: EngineSelection
  /// Zeros are appended up to this many bytes.
  let paddedByteCount: Int?
  /// Only this many bytes are handed over as the beginning of the file.
  let headByteCount: Int?
  /// Judged by a quick check.
  let isQuick: Bool
  let format: String?
  /// nil: not judged. `.some(nil)`: must be absent.
  let width: Int??
  let height: Int??
  let frameCount: Int??
  let integrity: String
  /// All ids that no platform owns.
  let findings: [String]
  /// Ids that must be among those that platforms own.
  let platformFindings: [String]
  let verdicts: [String: String]
  let why: String

  /// Names the file in a failure, and the delivery where it is not the plain one.
  var testDescription: String {
    var parts = [file]
    if name != Self.lastComponent(file) { parts.append("as \(name.debugDescription)") }
    if engine != .default { parts.append("read by the \(engine.rawValue) engine") }
    if isQuick { parts.append("checked quickly") }
    if let declaredType { parts.append("declared \(declaredType.debugDescription)") }
    if let paddedByteCount { parts.append("of \(paddedByteCount) bytes") }
    if let policy { parts.append("under \(String(decoding: policy, as: UTF8.self))") }
    return parts.joined(separator: " ")
  }

  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Every line of the oracle; empty when it cannot be read, which a test of its own notices.
  static let all: [Expectation] = (try? load()) ?? []

  static func load() throws -> [Expectation] {
    let data = try Data(contentsOf: PackageFiles.testImages.appending(path: "expectations.json"))
    let entries = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    return try entries.map(Expectation.init)
  }

  init(_ entry: [String: Any]) throws {
    file = try #require(entry["file"] as? String)
    name = entry["name"] as? String ?? Self.lastComponent(file)
    declaredType = entry["declaredType"] as? String
    platforms = entry["platforms"] as? [String] ?? ["ios", "android", "web", "huawei"]
    policy = try entry["policy"].map { try [UInt8](JSONSerialization.data(withJSONObject: $0)) }
    engine = (entry["engine"] as? String).flatMap(EngineSelection.init) ?? .default
    paddedByteCount = entry["padTo"] as? Int
    headByteCount = entry["headOnly"] as? Int
    isQuick = entry["quick"] as? Bool ?? false
    format = entry["format"] as? String
    width = entry["width"].map { $0 as? Int }
    height = entry["height"].map { $0 as? Int }
    frameCount = entry["frameCount"].map { $0 as? Int }
    integrity = try #require(entry["integrity"] as? String)
    findings = try #require(entry["findings"] as? [String])
    platformFindings = try #require(entry["platformFindings"] as? [String])
    verdicts = try #require(entry["verdicts"] as? [String: String])
    why = try #require(entry["why"] as? String)
  }

  /// The delivery that this line describes.
  func candidate() throws -> Candidate {
    var bytes = try PackageFiles.testImage(file)
    if let paddedByteCount { bytes += [UInt8](repeating: 0, count: paddedByteCount - bytes.count) }
    guard let headByteCount else { return Candidate(bytes: bytes, name: name, declaredType: declaredType) }
    return Candidate(
      head: Array(bytes.prefix(headByteCount)), byteCount: bytes.count, name: name, declaredType: declaredType)
  }

  /// Checks the delivery against the platforms and under the policy of this line.
  func report() throws -> Report {
    let chosen = try platforms.map { try #require(Platforms.platform(id: $0), "no platform \($0)") }
    let checker = Checker(
      platforms: chosen, policy: try policy.map { try Policy(json: $0) } ?? .default, engine: engine)
    return isQuick ? checker.quickCheck(try candidate()) : try checker.check(candidate())
  }
}

/// Owners of findings that every oracle line lists completely; all others are platforms.
let fileOwners: Set<String> = ["png", "jpeg", "gif", "file", "content-type", "limit", "color", "metadata", "check"]

/// The part of an id before its first dot.
func owner(of id: String) -> String { String(id.prefix { $0 != "." }) }
