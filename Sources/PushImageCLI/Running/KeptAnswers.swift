import PushImage
import PushImageFetching
import Synchronization

/// Passes requests on and keeps the latest answers to the tool itself, so that a picture that was checked need not be
/// asked for once more to be prepared.
final class KeptAnswers: PictureFetcher, Sendable {
  /// Bytes of bodies kept; the oldest go first, and are asked for again when they are wanted.
  private static let maxByteCount = 67_108_864

  private struct Store {
    var outcomes: [String: FetchOutcome] = [:]
    var order: [String] = []
    var byteCount = 0
  }

  private let fetcher: any PictureFetcher
  private let timeoutSeconds: Double
  private let store = Mutex(Store())

  init(_ fetcher: any PictureFetcher, timeoutSeconds: Double) {
    self.fetcher = fetcher
    self.timeoutSeconds = timeoutSeconds
  }

  func fetch(_ url: String, as requester: Requester, timeoutSeconds: Double) async throws -> FetchOutcome {
    let outcome = try await fetcher.fetch(url, as: requester, timeoutSeconds: timeoutSeconds)
    if requester == .tool { keep(outcome, of: url) }
    return outcome
  }

  /// The answer as it was, or a new one when it is kept no more.
  func answer(_ url: String) async throws -> FetchOutcome {
    if let known = store.withLock({ $0.outcomes[url] }) { return known }
    return try await fetcher.fetch(url, as: .tool, timeoutSeconds: timeoutSeconds)
  }

  private func keep(_ outcome: FetchOutcome, of url: String) {
    store.withLock { store in
      guard store.outcomes[url] == nil else { return }
      store.outcomes[url] = outcome
      store.order.append(url)
      store.byteCount += outcome.response?.body.count ?? 0
      while store.byteCount > Self.maxByteCount, let oldest = store.order.first {
        store.order.removeFirst()
        store.byteCount -= store.outcomes.removeValue(forKey: oldest)?.response?.body.count ?? 0
      }
    }
  }
}
