import Foundation

/// The corpora of files that nobody here made, with what known decoders say of each.
///
/// `PUSHIMAGE_CORPORA` names the folder; without it `../shared/corpora` beside the package. Absent corpora are told
/// loudly by the tests that want them.
struct CorpusOracle {
  /// One line of `oracle.csv`.
  struct Row {
    let file: String
    let byteCount: Int
    let type: String
    let dims: String
    let frames: String
    let expect: String
    let classes: Set<String>
    let libmagic: String
  }

  let folder: URL
  let rows: [Row]

  /// Nil when the corpora are not here.
  static let shared: CorpusOracle? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["PUSHIMAGE_CORPORA"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpora")
    guard let text = try? String(contentsOf: folder.appendingPathComponent("oracle.csv"), encoding: .utf8) else {
      print("CORPORA ABSENT at \(folder.path): conformance tests prove nothing in this run")
      return nil
    }
    return CorpusOracle(folder: folder, rows: rows(csv: text))
  }()

  func bytes(of row: Row) throws -> [UInt8] {
    // Foundation leaks a buffer for an empty file, which the leak sanitizer would lay at our door.
    guard row.byteCount > 0 else { return [] }
    return try [UInt8](Data(contentsOf: folder.appendingPathComponent(row.file)))
  }

  private static func rows(csv text: String) -> [Row] {
    let lines = text.split(whereSeparator: \.isNewline).map(fields(csvLine:))
    guard let header = lines.first else { return [] }
    let column = Dictionary(uniqueKeysWithValues: header.enumerated().map { ($1, $0) })
    return lines.dropFirst().map { line in
      func field(_ name: String) -> String { column[name].flatMap { $0 < line.count ? line[$0] : nil } ?? "" }
      return Row(
        file: field("file"), byteCount: Int(field("bytes")) ?? 0, type: field("type"), dims: field("dims"),
        frames: field("frames"),
        expect: field("expect"), classes: Set(field("class").split(separator: " ").map(String.init)),
        libmagic: field("libmagic"))
    }
  }

  /// Quoted fields may hold commas and doubled quotes.
  private static func fields(csvLine line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
