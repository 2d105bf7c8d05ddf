extension Finding {
  /// What a finding means, once for all files: its id is stable, never renamed, never reused.
  ///
  /// Kinds are declared beside the code that finds them and listed by `findingKinds` of their owner.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// What a kind means. Held by reference: every finding carries its kind about.
    private final class Facts: Sendable {
      let id: String
      let severity: Severity
      let integrity: Integrity
      let meaning: String
      let remedy: String
      let reference: String
      let unError: Int?

      init(
        _ id: String, _ severity: Severity, _ integrity: Integrity, _ meaning: String, _ remedy: String,
        _ reference: String, _ unError: Int?
      ) {
        self.id = id
        self.severity = severity
        self.integrity = integrity
        self.meaning = meaning
        self.remedy = remedy
        self.reference = reference
        self.unError = unError
      }
    }

    private let facts: Facts

    /// Declares a kind.
    public init(
      _ id: String, _ severity: Severity, integrity: Integrity = .intact, meaning: String, remedy: String,
      reference: String, unError: Int? = nil
    ) {
      facts = Facts(id, severity, integrity, meaning, remedy, reference, unError)
    }

    /// `owner.what-is-wrong`, for instance `png.crc-mismatch`.
    public var id: String { facts.id }
    /// Default severity; a platform may see it otherwise.
    public var severity: Severity { facts.severity }
    /// What this finding says of the file as a whole; `intact` for everything that is no damage.
    public var integrity: Integrity { facts.integrity }
    /// One sentence: what it means for whoever sends the picture.
    public var meaning: String { facts.meaning }
    /// One sentence: what to do.
    public var remedy: String { facts.remedy }
    /// The specification, SDK file or vendor page behind it, as a URL.
    public var reference: String { facts.reference }
    /// The `UNErrorDomain` code with which iOS would answer, where it would.
    public var unError: Int? { facts.unError }

    /// The id.
    public var description: String { id }

    /// Equal when the ids are.
    public static func == (left: Kind, right: Kind) -> Bool { left.facts === right.facts || left.id == right.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}
