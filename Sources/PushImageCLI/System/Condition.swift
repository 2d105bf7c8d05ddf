import Glibc

/// A mutex with two places to wait: what a bounded hand-over between threads needs.
///
/// pthreads rather than `Synchronization.Mutex`: that one has no condition, and the thread sanitizer misreads it.
@safe final class Condition: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let signal: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe signal = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // Not the wall clock: setting it must not lengthen a wait.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(signal, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(signal)
    unsafe pthread_mutex_destroy(mutex)
    unsafe signal.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` alone.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Inside `withLock`: lets others in until `wakeAll`.
  func wait() { unsafe pthread_cond_wait(signal, mutex) }

  /// Inside `withLock`: as `wait`, at most so long.
  func wait(milliseconds: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + milliseconds * 1_000_000
    time.tv_sec += nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_cond_timedwait(signal, mutex, &time)
  }

  /// Inside `withLock`: everybody who waits looks again.
  func wakeAll() { unsafe pthread_cond_broadcast(signal) }
}
