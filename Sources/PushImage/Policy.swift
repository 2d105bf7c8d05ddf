public import PushImageFormats

/// One's own numbers for one's own app: overrides of platform limits and of this library's limits.
public struct Policy: Sendable, Hashable {
  /// Nothing overridden.
  public static let `default` = Policy()

  /// What this library may spend on one candidate; default: `Limits.default`.
  public var limits: Limits = .default

  /// By platform id and key; `.some(nil)` takes the limit away.
  private var overrides: [String: [Limit.Key: Double?]] = [:]

  /// Nothing overridden.
  public init() {}

  /// Puts a number in the place of a platform's, or takes the limit away with nil.
  ///
  /// Without effect on a platform that has no limit of that key. Does not check the number; a policy file's are checked.
  public mutating func setLimit(_ key: Limit.Key, on platform: String, to value: Double?) {
    overrides[platform, default: [:]][key] = .some(value)
  }

  /// The platform with this policy's numbers.
  public func apply(to platform: Platform) -> Platform {
    guard let changes = overrides[platform.id], !changes.isEmpty else { return platform }
    var changed = platform
    changed.limits = platform.limits.compactMap { limit in
      guard let change = changes[limit.key] else { return limit }
      return change.map { limit.overridden(by: $0) }
    }
    return changed
  }
}

extension Limit {
  /// The same demand with a policy's number, which may do whatever the original may.
  fileprivate func overridden(by value: Double) -> Limit {
    var changed = self
    changed.value = value
    changed.evidence = .policy
    changed.clause =
      switch key {
      case .aspectRatio: "the policy asks for a ratio of"
      case _ where key.isMinimum: "the policy asks for at least"
      default: "the policy allows at most"
      }
    return changed
  }
}
