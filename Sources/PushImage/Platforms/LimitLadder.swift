/// Several limits of one measure, worst first: a picture breaks the worst of them, or none.
///
/// The numbers stand apart from the limits: nearly always nothing is broken, and a limit is large.
struct LimitLadder: Sendable {
  private struct Rung: Sendable {
    let value: Double
    let isMinimum: Bool
  }

  private let rungs: [Rung]
  private let limits: [Limit]

  /// The limits that a platform has among these keys, in the order of the keys; nil when it has none.
  init?(_ keys: [Limit.Key], of platform: Platform) {
    limits = platform.limits(of: keys)
    guard !limits.isEmpty else { return nil }
    rungs = limits.map { Rung(value: $0.value, isMinimum: $0.key.isMinimum) }
  }

  /// The worst that a measured number is beyond; nil when it passes. A limit's value itself passes.
  func broken(by actual: Double) -> Limit? {
    for index in rungs.indices {
      let rung = rungs[index]
      if rung.isMinimum ? actual < rung.value : actual > rung.value { return limits[index] }
    }
    return nil
  }
}
