/// What becomes of the picture on one platform.
public enum Verdict: String, Sendable, Comparable, CaseIterable {
  /// It will be shown as it is.
  case accepted
  /// It will probably be shown, with a loss that a finding names.
  case atRisk
  /// It could not be told; never to be taken for success.
  case undetermined
  /// It will not be shown.
  case rejected

  private var rank: Int {
    switch self {
    case .accepted: 0
    case .atRisk: 1
    case .undetermined: 2
    case .rejected: 3
    }
  }

  /// Orders by how bad it is: accepted, atRisk, undetermined, rejected.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
}
