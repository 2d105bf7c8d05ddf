import Glibc
import PushImage
import Synchronization

/// Runs work that waits on a thread of its own, so that it takes none from Swift's small pool.
enum OwnThread {
  /// The result of `work`; a cancelled task is answered at once and the work left to end by itself.
  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws(PushImageError) -> Result
  ) async throws -> Result {
    let answer = Answer<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard answer.await(continuation) else { return }
        do throws(PushImageError) {
          try start {
            do throws(PushImageError) {
              answer.give(.success(try work()))
            } catch {
              answer.give(.failure(error))
            }
          }
        } catch {
          answer.give(.failure(error))
        }
      }
    } onCancel: {
      answer.give(.failure(CancellationError()))
    }
  }

  /// One continuation, resumed once, by whoever comes first.
  private final class Answer<Result: Sendable>: Sendable {
    private enum State {
      case new
      case waiting(CheckedContinuation<Result, any Error>)
      case given(Swift.Result<Result, any Error>)
    }

    private let state = Mutex(State.new)

    /// False when the answer is there already.
    func await(_ continuation: CheckedContinuation<Result, any Error>) -> Bool {
      let given: Swift.Result<Result, any Error>? = state.withLock { state in
        if case .given(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      guard let given else { return true }
      continuation.resume(with: given)
      return false
    }

    func give(_ result: Swift.Result<Result, any Error>) {
      let waiting: CheckedContinuation<Result, any Error>? = state.withLock { state in
        switch state {
        case .new:
          state = .given(result)
          return nil
        case .waiting(let continuation):
          state = .given(result)
          return continuation
        case .given: return nil
        }
      }
      waiting?.resume(with: result)
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func start(_ run: @escaping @Sendable () -> Void) throws(PushImageError) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Body(run: run)).toOpaque()
    let error = unsafe pthread_create(&thread, nil, runBody, context)
    guard error == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw PushImageError(.outOfMemory, "no thread could be started for a fetch")
    }
    pthread_detach(thread)
  }

  fileprivate static func takeAndRun(_ context: UnsafeMutableRawPointer) {
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}

/// In a function of its own: a closure given to C takes on the isolation of where it stands.
private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe OwnThread.takeAndRun(context) }
  return nil
}
