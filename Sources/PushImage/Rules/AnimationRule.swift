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
  public func demand(on platform: Platform) -> Demand? {
    guard let kind = platform.traits[.showsFirstFrameOnly] else { return nil }
    return Demand { picture in
      guard let info = picture.subject.info, info.frameCount > 1, let format = picture.subject.format,
        platform.takes(format)
      else {
        return
      }
      let fact = "animation has \(counted(info.frameCount, "frame")); \(platform.shortTitle) shows the first"
      picture.findings.append(
        Finding(kind, fact, actual: info.frameCount, limit: 1, unit: .frames, platform: platform.id))
    }
  }
}
