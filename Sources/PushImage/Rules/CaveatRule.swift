public import PushImageFormats

/// What is always to be said of a platform, once the picture has a chance to be shown there.
public struct CaveatRule: Rule {
  /// Makes the rule.
  public init() {}

  /// Those of the platform's caveats.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.caveats.map(\.kind) }

  /// Says nothing of a file that the platform does not take anyway.
  public func demand(on platform: Platform) -> Demand? {
    guard !platform.caveats.isEmpty else { return nil }
    return Demand { picture in
      guard let format = picture.subject.format, platform.takes(format) else { return }
      picture.findings += platform.caveats.map { Finding($0.kind, $0.message, platform: platform.id) }
    }
  }
}
