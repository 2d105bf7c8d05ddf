import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: noted by the handler, acted on between two inputs, so that no half file stays behind.
enum Interrupt {
  private static let received = Atomic<Int32>(0)

  /// The signal that asked this process to stop; nil while none did.
  static var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Starts to listen. A second signal of a kind ends the process at once; ignored signals stay ignored (`nohup`).
  static func listen() {
    received.store(0, ordering: .relaxed)  // touched here first, so that the handler never initialises it
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      unsafe sigaddset(&set, number)
      var old = sigaction()
      unsafe sigaction(number, nil, &old)
      let isIgnored = unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1
      if isIgnored { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = noteSignal
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
    // A caller that starts us from a thread with signals blocked hands that down without meaning to.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the process as the signal would have: 130 for SIGINT.
  static func exitProcess(_ number: Int32) -> Never { exit(128 + number) }

  fileprivate static func note(_ number: Int32) { received.store(number, ordering: .relaxed) }
}

/// The handler: one relaxed store is all that is safe here.
private func noteSignal(_ number: Int32) { Interrupt.note(number) }
