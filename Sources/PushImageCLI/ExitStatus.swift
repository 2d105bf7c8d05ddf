/// What the process answers to its caller; scripts depend on every number.
enum ExitStatus: Int32, Comparable {
  /// Everything is accepted or at risk.
  case success = 0
  /// Something is rejected; with `--strict` also when it is at risk.
  case rejected = 1
  /// The command line is wrong; nothing was done.
  case usage = 2
  /// Something could not be checked or written: unreadable, network, over our limits.
  case unchecked = 3
  /// The tool itself failed.
  case internalError = 4

  /// Of two outcomes in one run the larger number wins: not knowing outranks rejected.
  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
