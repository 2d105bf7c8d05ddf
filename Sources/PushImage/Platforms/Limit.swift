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
    /// One's own number for one's own app, from a policy.
    case policy
  }

  /// What is measured and compared. The raw value is the key of a policy file.
  ///
  /// A `caution…` stands below the `max…` of the same measure; only the worst of the two is reported. How bad it is
  /// to break a limit is said by the limit's `kind`.
  public enum Key: String, Sendable, CaseIterable {
    /// Bytes of the file.
    case maxByteCount
    /// Bytes of the file from which on they may be too many.
    case cautionByteCount
    /// Bytes of one decoded frame, width x height x 4.
    case maxDecodedByteCount
    /// Bytes of one decoded frame from which on they may be too many.
    case cautionDecodedByteCount
    /// Bytes of all decoded frames of an animation, frames x width x height x 4.
    case maxAnimationByteCount
    /// Pixels across, as shown.
    case minWidth
    /// Pixels across, as shown.
    case maxWidth
    /// Pixels down, as shown.
    case minHeight
    /// Pixels down, as shown.
    case maxHeight
    /// Width by height, as shown, that is shown uncropped.
    case aspectRatio
    /// How far the ratio may be off, as a part of `aspectRatio`: 0.05 is five per cent.
    case aspectRatioTolerance

    /// What the value counts.
    public var unit: Finding.Unit {
      switch self {
      case .maxByteCount, .cautionByteCount, .maxDecodedByteCount, .cautionDecodedByteCount, .maxAnimationByteCount:
        .bytes
      case .minWidth, .maxWidth, .minHeight, .maxHeight: .pixels
      case .aspectRatio, .aspectRatioTolerance: .ratio
      }
    }

    /// Whether smaller values break it.
    public var isMinimum: Bool { self == .minWidth || self == .minHeight }
  }

  /// What it limits.
  public let key: Key
  /// The largest value that passes (`max…`, `caution…`) or the smallest (`min…`).
  public internal(set) var value: Double
  /// How well the number is known.
  public internal(set) var evidence: Evidence
  /// The page, or the SDK file at a named commit, that says so; a URL.
  public internal(set) var source: String
  /// Whose limit it is, as messages say it in front of the number: `iOS attachments may be at most`.
  public internal(set) var clause: String
  /// What is reported when it is broken; its severity is the limit's severity.
  public let kind: Finding.Kind

  /// Declares a limit.
  public init(
    _ key: Key, _ value: Double, _ evidence: Evidence, source: String, clause: String, kind: Finding.Kind
  ) {
    self.key = key
    self.value = value
    self.evidence = evidence
    self.source = source
    self.clause = clause
    self.kind = kind
  }

  /// The unit of `value`.
  public var unit: Finding.Unit { key.unit }

  /// The finding of a broken limit: the fact, then the limit and whose it is.
  func finding(fact: String, actual: Double, on platform: String) -> Finding {
    Finding(
      kind, "\(fact); \(clause) \(value.grouped())", platform: platform, actual: actual, limit: value, unit: unit)
  }
}
