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
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let info = subject.info else { return [] }
    var findings: [Finding] = []
    let frame = Double(info.decodedByteCount)
    if let limit = platform.brokenLimit(Self.frameKeys, by: frame) {
      let fact = "picture of \(info.sizeText) pixels decodes to \(counted(info.decodedByteCount, "byte"))"
      findings.append(limit.finding(fact: fact, actual: frame, on: platform))
    }
    guard info.frameCount > 1 else { return findings }
    let animation = Double(info.animationByteCount)
    if let limit = platform.brokenLimit(Self.animationKeys, by: animation) {
      let fact =
        "\(counted(info.frameCount, "frame")) of \(info.sizeText) pixels decode to "
        + counted(info.animationByteCount, "byte")
      findings.append(limit.finding(fact: fact, actual: animation, on: platform))
    }
    return findings
  }
}

extension ImageInfo {
  /// `1,024 × 512`.
  var sizeText: String { "\(width.grouped) × \(height.grouped)" }
}

extension Platform {
  /// The kinds of the limits it has among these keys.
  func limitKinds(of keys: [Limit.Key]) -> [Finding.Kind] { keys.compactMap { limit($0)?.kind } }
}
