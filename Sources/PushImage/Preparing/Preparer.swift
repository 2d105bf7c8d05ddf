public import PushImageFormats

/// Makes candidates pass, cheapest cure first. This version renames; it never changes bytes.
public struct Preparer: Sendable {
  /// Judges inputs and outputs alike.
  public let checker: Checker

  /// Prepares for `platforms` under `policy`.
  public init(platforms: [Platform], policy: Policy = .default) {
    checker = Checker(platforms: platforms, policy: policy)
  }

  /// Plans the output of one candidate; the bytes to write are the candidate's.
  ///
  /// - Throws: `PushImageError` when the tool could not work; never because of the image.
  public func prepare(_ candidate: Candidate) throws(PushImageError) -> Preparation {
    Preparation(action: .rejected, fileName: nil, steps: [], report: try checker.check(candidate))
  }
}
