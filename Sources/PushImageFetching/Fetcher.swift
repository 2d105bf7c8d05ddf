public import PushImage

/// Fetches a picture as a careful stranger would: https only, public addresses only, within a budget.
///
/// No proxies, `.netrc` or cookies, nothing decompressed, every redirect judged like the first URL, every connection
/// made to an address that was checked. Blocking, and safe to use from many threads at once. `libcurl.so.4` is loaded
/// by the first fetch.
public struct Fetcher: Sendable {
  /// What one fetch may spend, whom it trusts and where it may go.
  public let policy: FetchPolicy

  private let isCancelled: (@Sendable () -> Bool)?

  /// Makes a fetcher; it holds no connection.
  ///
  /// - Parameters:
  ///   - policy: default: five seconds, public addresses.
  ///   - isCancelled: asked about once a second and whenever something arrives, on the thread that fetches; default:
  ///     nil, and nothing but the policy's time ends a fetch.
  public init(policy: FetchPolicy = FetchPolicy(), isCancelled: (@Sendable () -> Bool)? = nil) {
    self.policy = policy
    self.isCancelled = isCancelled
  }

  /// Fetches one URL, following redirects.
  ///
  /// What is wrong with the URL or its server is in the outcome's findings.
  /// - Throws: `PushImageError` when this machine cannot fetch: no libcurl, no memory, a bad certificate file; or with
  ///   the code `cancelled`.
  public func fetch(_ url: String) throws(PushImageError) -> FetchOutcome {
    var walk = FetchWalk(policy: policy, isCancelled: isCancelled)
    try walk.start(url)
    while try walk.step() {}
    return walk.outcome
  }
}
