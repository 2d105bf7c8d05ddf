import PushImage
import PushImageFetching

/// `pushimage rules`.
struct RulesCommand: Command {
  static let name = "rules"
  static let summary = "list every finding with its meaning and cure, and every platform with its limits"
  let synopsis = ["[ID…] [--format json]"]
  let details = [
    """
    ID is the id of a finding (png.crc-mismatch), the beginning of one up to the dot (png) or a
    platform (ios); without one everything is listed.
    """
  ]
  let options: [OptionSpec] = [.listFormat]
  let examples = [
    (line: "pushimage rules", meaning: "everything"),
    (line: "pushimage rules jpeg.missing-eoi", meaning: "one finding"),
    (line: "pushimage rules --format json", meaning: "for programs"),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let selection = try RuleSelection(arguments.operands.map(\.text))
    switch try arguments.choice(.listFormat, default: ListFormat.text) {
    case .text: try console.write(RulesText(selection: selection).text)
    case .json: try console.write(String(decoding: selection.json, as: UTF8.self) + "\n")
    }
    return .success
  }
}

/// What of the catalogue was asked for.
struct RuleSelection {
  let kinds: [Finding.Kind]
  let platforms: [Platform]

  /// - Throws: `UsageError` when an id names nothing.
  init(_ ids: [String]) throws(UsageError) {
    for id in ids where !Self.isKnown(id) {
      let known = FindingCatalog.everyKind.map(\.id) + Platforms.all.map(\.id)
      throw UsageError("no finding or platform '\(id.visible)'\(NearestName.suggestion(for: id, among: known))")
    }
    kinds = FindingCatalog.everyKind.filter { kind in ids.isEmpty || ids.contains { kind.isNamed(by: $0) } }
    platforms = Platforms.all.filter { ids.isEmpty || ids.contains($0.id) }
  }

  private static func isKnown(_ id: String) -> Bool {
    Platforms.platform(id: id) != nil || FindingCatalog.everyKind.contains { $0.isNamed(by: id) }
  }

  /// `{"schemaVersion":1,"findings":[…],"platforms":[…]}`.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schemaVersion", Report.schemaVersion)
      writer.key("findings")
      writer.array { writer in
        for kind in kinds { kind.write(to: &writer) }
      }
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { platform.write(to: &writer) }
      }
    }
    return writer.bytes
  }
}

extension FindingCatalog {
  /// What is found in pictures, and what is found on the way to them.
  static let everyKind = kinds + FetchFindings.findingKinds
}

extension Finding.Kind {
  /// By its id, or by its owner, the part before the dot.
  fileprivate func isNamed(by id: String) -> Bool { self.id == id || self.id.hasPrefix(id + ".") }

  /// The platforms it is reported for: the one that owns it, or all of them.
  var platforms: [String] {
    let owner = String(id.prefix { $0 != "." })
    return Platforms.platform(id: owner).map { [$0.id] } ?? Platforms.all.map(\.id)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("severity", severity.rawValue)
      writer.member("integrity", integrity.rawValue)
      writer.member("meaning", meaning)
      writer.member("remedy", remedy)
      writer.member("unError", unError)
      writer.member("reference", reference)
      writer.key("platforms")
      writer.array { writer in
        for platform in platforms { writer.value(platform) }
      }
    }
  }
}

extension Platform {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.key("formats")
      writer.object { writer in
        for name in formats.keys.sorted() { writer.member(name, formats[name]?.words) }
      }
      writer.key("traits")
      writer.array { writer in
        for trait in traits.keys.map(\.rawValue).sorted() { writer.value(trait) }
      }
      writer.key("limits")
      writer.array { writer in
        for limit in limits { limit.write(to: &writer) }
      }
    }
  }
}

extension Platform.Acceptance {
  /// `accepted`, or on which versions it is.
  var words: String {
    switch self {
    case .accepted: "accepted"
    case .dependsOnVersion(let text): text
    }
  }
}

extension Limit {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("key", key.rawValue)
      writer.member("value", value)
      writer.member("unit", unit.rawValue)
      writer.member("evidence", evidence.rawValue)
      writer.member("finding", kind.id)
      writer.member("severity", kind.severity.rawValue)
      writer.member("source", source)
    }
  }
}
