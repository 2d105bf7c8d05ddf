/// One fact about the candidate that somebody may have to act on. A value, returned and never thrown.
public struct Finding: Sendable, Hashable {
  /// How much it matters to the platform that it concerns.
  public enum Severity: String, Sendable, Comparable, CaseIterable {
    case note, warning, error

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }

    /// Orders note, warning, error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// What `actual` and `limit` count.
  public enum Unit: String, Sendable {
    case bytes, pixels, frames, scans, blocks, markers, chunks, seconds, milliseconds, ratio, characters
  }

  /// Where in the file.
  public struct Location: Sendable, Hashable {
    /// Counted from the start of the file.
    public var byteOffset: Int?
    /// Counted from 0.
    public var frameIndex: Int?

    /// A place by its byte, its frame, or both.
    public init(byteOffset: Int? = nil, frameIndex: Int? = nil) {
      self.byteOffset = byteOffset
      self.frameIndex = frameIndex
    }
  }

  /// What it means, and its stable id.
  public let kind: Kind
  /// The kind's own severity unless the platform sees it otherwise.
  public let severity: Severity
  /// The platform it concerns, by `Platform.id`; nil when it concerns every platform.
  public let platform: String?
  /// Lower case, no full stop: the measured fact, then the limit and whose it is.
  public let message: String
  /// The measured number, in `unit`.
  public let actual: Double?
  /// The number it is held against, in `unit`.
  public let limit: Double?
  /// What `actual` and `limit` count.
  public let unit: Unit?
  /// Where in the file, when one place is to blame.
  public let location: Location?

  /// Makes a finding; `severity` defaults to the kind's.
  public init(
    _ kind: Kind, _ message: String, severity: Severity? = nil, platform: String? = nil, actual: Double? = nil,
    limit: Double? = nil, unit: Unit? = nil, location: Location? = nil
  ) {
    self.kind = kind
    self.severity = severity ?? kind.severity
    self.platform = platform
    self.message = message
    self.actual = actual
    self.limit = limit
    self.unit = unit
    self.location = location
  }

  /// A finding at a byte of the file.
  public init(_ kind: Kind, _ message: String, at byteOffset: Int) {
    self.init(kind, message, location: Location(byteOffset: byteOffset))
  }

  /// A measured number against a limit.
  public init(
    _ kind: Kind, _ message: String, actual: Int, limit: Int, unit: Unit, severity: Severity? = nil,
    platform: String? = nil, location: Location? = nil
  ) {
    self.init(
      kind, message, severity: severity, platform: platform, actual: Double(actual), limit: Double(limit),
      unit: unit, location: location)
  }
}
