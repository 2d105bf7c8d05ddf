public import PushImageFormats

/// Animations on platforms that show their first frame only.
public struct AnimationRule: Rule {
  /// Makes the rule.
  public init() {}

  /// That of the platform's trait.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    platform.traits[.showsFirstFrameOnly].map { [$0] } ?? []
  }

  /// Says nothing of a format that is not shown at all.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let info = subject.info, info.frameCount > 1, let kind = platform.traits[.showsFirstFrameOnly],
      let format = subject.format, platform.formats[format.name] != nil
    else { return [] }
    return [
      Finding(
        kind, "animation has \(counted(info.frameCount, "frame")); \(platform.shortTitle) shows the first",
        platform: platform.id, actual: info.frameCount, limit: 1)
    ]
  }
}

extension Finding {
  /// Frames against a number of frames.
  fileprivate init(_ kind: Kind, _ message: String, platform: String, actual: Int, limit: Int) {
    self.init(kind, message, actual: actual, limit: limit, unit: .frames, platform: platform)
  }
}
