/// How payloads are read.
public struct PayloadOptions: Sendable, Hashable {
  /// Whose form they have; nil, the default, recognises it.
  public var type: PayloadType?
  /// JSON pointers to further pictures (`/data/picture`), each with a `#` where it leads into the JSON of a string.
  /// Default: none. One that leads nowhere is a finding.
  public var imageKeys: [String] = []
  /// Whether the apps let plain http through, which lowers the finding from an error to a warning. Default false.
  public var allowsHTTP = false

  /// The defaults.
  public init() {}
}
