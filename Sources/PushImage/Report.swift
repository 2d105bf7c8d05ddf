public import PushImageFormats

/// What was found out about one candidate, and what becomes of it on each platform.
public struct Report: Sendable, Hashable {
  /// Version of the JSON form.
  public static let schemaVersion = 1

  /// The input exactly as it was given.
  public var source: String?
  /// By magic bytes; nil when nothing matched.
  public var format: ImageFormat?
  /// Size of the whole file in bytes; 0 when nothing was read, and then not part of the JSON form.
  public var byteCount: Int
  /// 64 hexadecimal digits; nil when the file was not read whole.
  public var sha256: String?
  /// Facts of the header; nil when it could not be read.
  public var info: ImageInfo?
  /// Whether the whole file decodes.
  public var integrity: Integrity
  /// The worst of `platforms`.
  public var verdict: Verdict
  /// In the order the platforms were asked for.
  public var platforms: [PlatformVerdict]
  /// Of the file first, then of each platform.
  public var findings: [Finding]
  /// Every byte by name, as far as the walk came. Not part of the JSON form unless asked for.
  public var segments: [Segment]

  /// Whether there were no bytes to look at, as against a file of no bytes.
  package internal(set) var isUnread = false

  /// A platform's id and its verdict.
  public struct PlatformVerdict: Sendable, Hashable {
    /// `Platform.id`.
    public let platform: String
    /// What becomes of the picture there.
    public let verdict: Verdict
  }
}
