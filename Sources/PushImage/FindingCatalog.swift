public import PushImageFormats

/// Every kind of finding that this version can report, derived from the lists of their owners.
public enum FindingCatalog {
  /// A kind and where it can be met.
  public struct Entry: Sendable, Hashable {
    /// What it means.
    public let kind: Finding.Kind
    /// The platform that owns it, by `Platform.id`; nil when it may be met on every platform.
    public let platform: String?
  }

  /// In the order of the owners, each once: this library's limits, the codecs, the file, the check, the preparation,
  /// the rules, payloads, the platforms.
  public static let entries: [Entry] = {
    let common =
      LimitFindings.findingKinds + ImageCodecs.all.flatMap(\.findingKinds) + FileFindings.findingKinds
      + CheckFindings.findingKinds + EngineFindings.findingKinds + PreparationFindings.findingKinds
      + Rules.all.flatMap(\.findingKinds) + PayloadReaders.findingKinds
    return common.map { Entry(kind: $0, platform: nil) } + Platforms.all.flatMap(entries)
  }()

  /// In the order of the owners, each once.
  public static let kinds: [Finding.Kind] = entries.map(\.kind)

  /// The kind of an id.
  public static func kind(id: String) -> Finding.Kind? { kinds.first { $0.id == id } }

  /// Two limits of one platform may share a kind, two owners never do.
  private static func entries(of platform: Platform) -> [Entry] {
    var seen: Set<Finding.Kind> = []
    return Rules.all.flatMap { $0.findingKinds(on: platform) }.filter { seen.insert($0).inserted }
      .map { Entry(kind: $0, platform: platform.id) }
  }
}
