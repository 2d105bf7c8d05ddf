public import PushImageFormats

/// EXIF orientation on platforms that do not apply it.
public struct OrientationRule: Rule {
  /// Makes the rule.
  public init() {}

  /// That of the platform's trait.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    platform.traits[.ignoresOrientation].map { [$0] } ?? []
  }

  /// 1 is upright; the other seven are turned or mirrored.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let orientation = subject.info?.orientation, (2...8).contains(orientation),
      let kind = platform.traits[.ignoresOrientation]
    else { return [] }
    return [
      Finding(
        kind, "EXIF orientation is \(orientation); \(platform.shortTitle) shows the picture as if it were 1",
        platform: platform.id)
    ]
  }
}
