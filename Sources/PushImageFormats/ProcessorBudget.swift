internal import Glibc

/// The processor time that `Limits.maxCPUSeconds` leaves for one file, by this thread's clock.
struct ProcessorBudget: Sendable {
  /// Nil for no limit.
  let seconds: Double?
  private let started: Double

  /// Starts now. `isTimed` false asks no clock and sets no limit: a look at a header takes no time worth asking for.
  init(_ limits: Limits, isTimed: Bool = true) {
    seconds = isTimed ? limits.maxCPUSeconds : nil
    started = seconds == nil ? 0 : Self.threadSeconds()
  }

  /// Whether nothing is left.
  var isUsedUp: Bool { seconds.map { Self.threadSeconds() - started > $0 } ?? false }

  /// What is left, for one job of the C boundary: at least 1; 0 for no limit.
  var milliseconds: UInt32 {
    guard let seconds else { return 0 }
    let left = max(seconds - (Self.threadSeconds() - started), 0)
    return UInt32(min((left * 1000).rounded(.up) + 1, 1e9))
  }

  /// The finding when nothing is left.
  var finding: Finding {
    let limit = seconds ?? 0
    return Finding(
      LimitFindings.timeTooLarge,
      "decoding took more than \(limit) s of processor time; that is the limit maxCPUSeconds",
      limit: limit, unit: .seconds)
  }

  private static func threadSeconds() -> Double {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
