public import PushImageFormats

/// Width by height as the platform shows them, against the ratio that it shows whole.
public struct AspectRatioRule: Rule {
  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits; the tolerance shares the ratio's.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.limitKinds(of: [.aspectRatio]) }

  /// Without a tolerance the ratio must be met exactly.
  public func demand(on platform: Platform) -> Demand? {
    guard let limit = platform.limit(.aspectRatio) else { return nil }
    let wantedRatio = limit.value
    let tolerance = platform.limit(.aspectRatioTolerance)?.value ?? 0
    let ignoresOrientation = platform.ignoresOrientation
    let id = platform.id
    return Demand { picture in
      guard let size = picture.subject.info?.shownSize(ignoringOrientation: ignoresOrientation), size.width > 0,
        size.height > 0
      else { return }
      let wantedWidth = Double(size.height) * wantedRatio
      // The smallest slack keeps a picture that is off by exactly the tolerance on the passing side.
      let slack = wantedWidth * (tolerance + 1e-9)
      guard abs(Double(size.width) - wantedWidth) > slack else { return }
      picture.findings.append(Self.finding(limit, tolerance: tolerance, size, on: id))
    }
  }

  private static func finding(
    _ limit: Limit, tolerance: Double, _ size: (width: Int, height: Int), on platform: String
  ) -> Finding {
    let ratio = Double(size.width) / Double(size.height)
    let fact = "picture is \(size.width.grouped) × \(size.height.grouped), a ratio of \(ratio.grouped(places: 3))"
    let margin = tolerance > 0 ? ", give or take \((tolerance * 100).grouped()) %" : ""
    return Finding(
      limit.kind, "\(fact); \(limit.clause) \(limit.value.grouped(places: 3))\(margin)", platform: platform,
      actual: ratio, limit: limit.value, unit: .ratio)
  }
}
