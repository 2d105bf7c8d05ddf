public import PushImageFormats

/// The file's size in bytes.
public struct ByteCountRule: Rule {
  private static let keys: [Limit.Key] = [.maxByteCount, .cautionByteCount]

  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.limitKinds(of: Self.keys) }

  /// Measures the whole file, even when only its beginning was read.
  public func demand(on platform: Platform) -> Demand? {
    guard let limits = LimitLadder(Self.keys, of: platform) else { return nil }
    let id = platform.id
    return Demand { picture in
      let actual = Double(picture.subject.byteCount)
      guard let limit = limits.broken(by: actual) else { return }
      picture.findings.append(
        limit.finding(fact: "file is \(counted(picture.subject.byteCount, "byte"))", actual: actual, on: id))
    }
  }
}
