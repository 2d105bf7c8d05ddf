public import PushImageFormats

/// One number of a platform, with its unit and where it comes from.
public struct Limit: Sendable, Hashable {
  /// How well a number is known.
  public enum Evidence: String, Sendable {
    /// The vendor's documentation or source code says it.
    case documented
    /// Seen in logs, issues or measurements of others.
    case observed
    /// Our own cautious reading. May warn, never reject.
    case assumed
  }

  /// What is measured and compared. The raw value is the key of a policy file.
  public enum Key: String, Sendable, CaseIterable {
    /// Bytes of the file; more is an error.
    case maxByteCount
    /// Bytes of the file; more is a warning.
    case cautionByteCount
    /// Bytes of the file; more is a note.
    case adviceByteCount
  }

  /// What it limits.
  public let key: Key
  /// The largest value that passes (`max…`, `caution…`) or the smallest (`min…`).
  public var value: Double
  /// The unit of `value`.
  public let unit: Finding.Unit
  /// How well the number is known.
  public let evidence: Evidence
  /// Page, or SDK file at a named commit, that says so.
  public let source: String
  /// What is reported when it is broken; its severity is the limit's severity.
  public let kind: Finding.Kind
}
