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
    var findings: [Finding] = []
    if let limit = platform.brokenLimit(Self.widthKeys, by: Double(size.width)) {
      findings.append(Self.finding(limit, "width", size.width, on: platform))
    }
    if let limit = platform.brokenLimit(Self.heightKeys, by: Double(size.height)) {
      findings.append(Self.finding(limit, "height", size.height, on: platform))
    }
    return findings
  }

  private static func finding(_ limit: Limit, _ side: String, _ pixels: Int, on platform: Platform) -> Finding {
    limit.finding(fact: "\(side) is \(counted(pixels, "pixel"))", actual: Double(pixels), on: platform)
  }
}
