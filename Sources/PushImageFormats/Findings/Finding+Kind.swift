extension Finding {
  /// What a finding means, once for all files: its id is stable, never renamed, never reused.
  ///
  /// Kinds are declared beside the code that finds them and listed by `findingKinds` of their owner.
  public struct Kind: Sendable, Hashable {
    /// `owner.what-is-wrong`, for instance `png.crc-mismatch`.
    public let id: String
    /// Default severity; a platform may see it otherwise.
    public let severity: Severity
    /// What this finding says of the file as a whole; `intact` for everything that is no damage.
    public let integrity: Integrity
    /// One sentence: what it means for whoever sends the picture.
    public let meaning: String
    /// One sentence: what to do.
    public let remedy: String
    /// The specification, SDK file or vendor page behind it, as a URL.
    public let reference: String
    /// The `UNErrorDomain` code with which iOS would answer, where it would.
    public let unError: Int?

    /// Declares a kind.
    public init(
      _ id: String, _ severity: Severity, integrity: Integrity = .intact, meaning: String, remedy: String,
      reference: String, unError: Int? = nil
    ) {
      self.id = id
      self.severity = severity
      self.integrity = integrity
      self.meaning = meaning
      self.remedy = remedy
      self.reference = reference
      self.unError = unError
    }

    /// Equal when the ids are.
    public static func == (left: Kind, right: Kind) -> Bool { left.id == right.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}
