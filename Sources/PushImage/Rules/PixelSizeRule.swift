public import PushImageFormats

/// Width and height as the platform shows them.
public struct PixelSizeRule: Rule {
  private static let widthKeys: [Limit.Key] = [.minWidth, .maxWidth]
  private static let heightKeys: [Limit.Key] = [.minHeight, .maxHeight]

  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    platform.limitKinds(of: Self.widthKeys + Self.heightKeys)
  }

  /// At most one finding for each side.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let size = subject.info?.shownSize(on: platform) else { return [] }
    return [("width", size.width, Self.widthKeys), ("height", size.height, Self.heightKeys)]
      .compactMap { side, pixels, keys in
        platform.brokenLimit(keys, by: Double(pixels))?
          .finding(fact: "\(side) is \(counted(pixels, "pixel"))", actual: Double(pixels), on: platform)
      }
  }
}
