import Glibc
import PushImage

/// One thread of the pool, joined by whoever started it.
struct WorkerThread {
  private let thread: pthread_t

  /// Starts `body` on a thread of its own.
  init(_ body: @escaping @Sendable () -> Void) throws(PushImageError) {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    let error = unsafe pthread_create(&thread, nil, runBody, context)
    guard error == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw PushImageError(.outOfMemory, "no thread could be started", underlying: SystemError(number: error).text)
    }
    self.thread = thread
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }

  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// In a function of its own: a closure given to C takes on the isolation of where it stands.
private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<WorkerThread.Body>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
