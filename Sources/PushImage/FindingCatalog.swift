public import PushImageFormats

/// Every kind of finding that this version can report, derived from the lists of their owners.
public enum FindingCatalog {
  /// In the order of the owners, each once.
  public static let kinds: [Finding.Kind] = {
    var seen: Set<String> = []
    let codecs = ImageCodecs.all.flatMap(\.findingKinds)
    let rules = Rules.all.flatMap(\.findingKinds)
    let platforms = Platforms.all.flatMap { $0.limits.map(\.kind) }
    return (LimitFindings.findingKinds + codecs + rules + platforms).filter { seen.insert($0.id).inserted }
  }()
}
