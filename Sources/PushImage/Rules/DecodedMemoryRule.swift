public import PushImageFormats

/// The memory that decoding takes: four bytes a pixel, whatever the file's own bit depth.
public struct DecodedMemoryRule: Rule {
  private static let frameKeys: [Limit.Key] = [.maxDecodedByteCount, .cautionDecodedByteCount]
  private static let animationKeys: [Limit.Key] = [.maxAnimationByteCount]

  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    platform.limitKinds(of: Self.frameKeys + Self.animationKeys)
  }

  /// One frame against the limits of a frame, all frames of an animation against that of an animation.
  public func demand(on platform: Platform) -> Demand? {
    let frameLimits = LimitLadder(Self.frameKeys, of: platform)
    let animationLimits = LimitLadder(Self.animationKeys, of: platform)
    guard frameLimits != nil || animationLimits != nil else { return nil }
    let id = platform.id
    return Demand { picture in
      guard let info = picture.subject.info else { return }
      let frame = Double(info.decodedByteCount)
      if let limit = frameLimits?.broken(by: frame) {
        let fact = "picture of \(info.sizeText) pixels decodes to \(counted(info.decodedByteCount, "byte"))"
        picture.findings.append(limit.finding(fact: fact, actual: frame, on: id))
      }
      guard info.frameCount > 1 else { return }
      let animation = Double(info.animationByteCount)
      guard let limit = animationLimits?.broken(by: animation) else { return }
      let fact =
        "\(counted(info.frameCount, "frame")) of \(info.sizeText) pixels decode to "
        + counted(info.animationByteCount, "byte")
      picture.findings.append(limit.finding(fact: fact, actual: animation, on: id))
    }
  }
}

extension ImageInfo {
  /// `1,024 × 512`.
  var sizeText: String { "\(width.grouped) × \(height.grouped)" }
}

extension Platform {
  /// The kinds of the limits it has among these keys.
  func limitKinds(of keys: [Limit.Key]) -> [Finding.Kind] { limits(of: keys).map(\.kind) }
}
