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
  public func demand(on platform: Platform) -> Demand? {
    guard let kind = platform.traits[.ignoresOrientation] else { return nil }
    return Demand { picture in
      guard let orientation = picture.subject.info?.orientation, (2...8).contains(orientation) else { return }
      let fact = "EXIF orientation is \(orientation); \(platform.shortTitle) shows the picture as if it were 1"
      picture.findings.append(Finding(kind, fact, platform: platform.id))
    }
  }
}
