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
  public func demand(on platform: Platform) -> Demand? {
    let widthLimits = LimitLadder(Self.widthKeys, of: platform)
    let heightLimits = LimitLadder(Self.heightKeys, of: platform)
    guard widthLimits != nil || heightLimits != nil else { return nil }
    let ignoresOrientation = platform.ignoresOrientation
    let id = platform.id
    return Demand { picture in
      guard let size = picture.subject.info?.shownSize(ignoringOrientation: ignoresOrientation) else { return }
      if let limit = widthLimits?.broken(by: Double(size.width)) {
        picture.findings.append(Self.finding(limit, "width", size.width, on: id))
      }
      if let limit = heightLimits?.broken(by: Double(size.height)) {
        picture.findings.append(Self.finding(limit, "height", size.height, on: id))
      }
    }
  }

  private static func finding(_ limit: Limit, _ side: String, _ pixels: Int, on platform: String) -> Finding {
    limit.finding(fact: "\(side) is \(counted(pixels, "pixel"))", actual: Double(pixels), on: platform)
  }
}
