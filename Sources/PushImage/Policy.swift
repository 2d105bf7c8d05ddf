/// One's own numbers for one's own app: overrides of platform limits and of this library's limits.
public struct Policy: Sendable, Hashable {
  /// Nothing overridden.
  public static let `default` = Policy()

  /// Nothing overridden.
  public init() {}

  /// Reads a policy file.
  ///
  /// - Throws: `PushImageError` with code `invalidPolicy`, naming the key, its place and the keys that exist.
  public init(json: [UInt8]) throws(PushImageError) {
  }
}
