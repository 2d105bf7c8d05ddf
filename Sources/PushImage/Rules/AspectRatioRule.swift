public import PushImageFormats

/// Width by height as the platform shows them, against the ratio that it shows whole.
public struct AspectRatioRule: Rule {
  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits; the tolerance shares the ratio's.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.limitKinds(of: [.aspectRatio]) }

  /// Without a tolerance the ratio must be met exactly.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard platform.has(.aspectRatio), let limit = platform.limit(.aspectRatio),
      let size = subject.info?.shownSize(on: platform), size.width > 0, size.height > 0
    else { return [] }
    let tolerance = platform.limit(.aspectRatioTolerance)?.value ?? 0
    let wantedWidth = Double(size.height) * limit.value
    // The smallest slack keeps a picture that is off by exactly the tolerance on the passing side.
    let slack = wantedWidth * (tolerance + 1e-9)
    guard abs(Double(size.width) - wantedWidth) > slack else { return [] }
    let ratio = Double(size.width) / Double(size.height)
    let fact = "picture is \(size.width.grouped) × \(size.height.grouped), a ratio of \(ratio.grouped(places: 3))"
    let margin = tolerance > 0 ? ", give or take \((tolerance * 100).grouped()) %" : ""
    return [
      Finding(
        limit.kind, "\(fact); \(limit.clause) \(limit.value.grouped(places: 3))\(margin)", platform: platform.id,
        actual: ratio, limit: limit.value, unit: .ratio)
    ]
  }
}
