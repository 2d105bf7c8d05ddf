public import PushImageFormats

/// The file's size in bytes.
public struct ByteCountRule: Rule {
  private static let keys: [Limit.Key] = [.maxByteCount, .cautionByteCount]

  /// Makes the rule.
  public init() {}

  /// Those of the platform's limits.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { platform.limitKinds(of: Self.keys) }

  /// Measures the whole file, even when only its beginning was read.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    let actual = Double(subject.byteCount)
    guard let limit = platform.brokenLimit(Self.keys, by: actual) else { return [] }
    return [limit.finding(fact: "file is \(counted(subject.byteCount, "byte"))", actual: actual, on: platform)]
  }
}
