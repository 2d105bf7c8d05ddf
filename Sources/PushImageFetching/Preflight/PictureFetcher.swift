import PushImage

/// Whoever gets pictures for a preflight: the guarded fetcher, a folder of recorded answers, or one's own client.
///
/// One's own must refuse addresses that are not public by itself; `Fetcher` does.
public protocol PictureFetcher: Sendable {
  /// Asks once, following redirects, and gives up after `timeoutSeconds` in all.
  ///
  /// - Returns: also what is wrong with the URL or its server, as findings.
  /// - Throws: `PushImageError` when this machine cannot fetch; `CancellationError` when the task was cancelled.
  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome
}

extension Fetcher: PictureFetcher {
  /// Fetches on a thread of its own, because libcurl waits.
  ///
  /// A cancelled task is answered at once; the request it began ends by its time-out.
  public func fetch(
    _ url: String, as requester: Requester, timeoutSeconds: Double
  ) async throws -> FetchOutcome {
    var policy = policy
    policy.userAgent = requester.userAgent
    policy.accept = requester.accept
    policy.timeoutSeconds = min(policy.timeoutSeconds, timeoutSeconds)
    let fetcher = Fetcher(policy: policy)
    return try await OwnThread.run { () throws(PushImageError) in try fetcher.fetch(url) }
  }
}
