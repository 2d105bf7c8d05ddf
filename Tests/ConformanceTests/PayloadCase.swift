import Foundation
import PushImage
import PushImageFormats
import Testing

/// One line of the tables in Tests/Payloads: a payload, and what must be said of it.
///
/// `payload` is the last member of its line; its text is used as it stands there. `text` is a payload as text. The word
/// PAD in either becomes `padding` letters.
struct PayloadCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let type: String
  let bytes: [UInt8]
  let options: PayloadOptions
  /// Ids, sorted, as often as they are reported.
  let findings: [String]
  /// By pointer, `platforms: clients`, and the role where it is not the picture; nil: not judged.
  let slots: [String: String]?
  /// By pointer, `key=value` of the fields for the device.
  let fields: [String: String]

  /// Every line of every table; empty when one cannot be read, which a test of its own notices.
  static let all: [PayloadCase] = (try? load()) ?? []

  static func load() throws -> [PayloadCase] {
    let folder = PackageFiles.root.appending(path: "Tests/Payloads")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    return try names.flatMap { name in
      try PackageFiles.bytes(folder.appending(path: name)).split(separator: UInt8(ascii: "\n"))
        .map { try PayloadCase(Array($0), table: name) }
    }
  }

  private init(_ line: [UInt8], table: String) throws {
    let row = try JSONReader.read(line)
    let name = try #require(row["case"]?.string)
    testDescription = "\(table): \(name)"
    type = try #require(row["type"]?.string)
    let start = row["payload"]?.location.byteOffset ?? line.count
    let text = row["text"]?.string ?? String(decoding: line[start...].dropLast(), as: UTF8.self)
    let padding = String(repeating: "x", count: row["padding"]?.number?.int ?? 0)
    bytes = Array(text.replacingOccurrences(of: "PAD", with: padding).utf8)
    findings = (row["findings"]?.elements ?? []).compactMap(\.string).sorted()
    slots = row["slots"]?.members.map(Self.table)
    fields = row["fields"]?.members.map(Self.table) ?? [:]
    var options = PayloadOptions()
    options.type = row["force"]?.string.flatMap { PayloadType.type(id: $0) }
    options.imageKeys = (row["keys"]?.elements ?? []).compactMap(\.string)
    self.options = options
  }

  private static func table(_ members: [JSONValue.Member]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.string ?? "") })
  }

  /// What the readers make of it.
  var payloads: [Payload] { PayloadFile(bytes, options: options).map(\.payload) }
}

extension ImageSlot {
  /// As the tables write it.
  var summary: String {
    let text = "\(platforms.joined(separator: " ")): \(clients.joined(separator: " "))"
    return role == .image ? text : "\(text) (\(role.rawValue))"
  }
}
