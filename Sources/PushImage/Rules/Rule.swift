public import PushImageFormats

/// One demand. A file in `Rules` and a line in `Rules.all` each; knows no platform by name.
public protocol Rule: Sendable {
  /// Every kind it may return that no platform owns.
  var findingKinds: [Finding.Kind] { get }

  /// Every kind it may return that this platform owns.
  func findingKinds(on platform: Platform) -> [Finding.Kind]

  /// Findings that hold whatever the platform.
  func findings(for subject: Subject) -> [Finding]

  /// Findings on one platform.
  func findings(for subject: Subject, on platform: Platform) -> [Finding]
}

extension Rule {
  /// None.
  public var findingKinds: [Finding.Kind] { [] }

  /// None.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { [] }

  /// None.
  public func findings(for subject: Subject) -> [Finding] { [] }

  /// None.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] { [] }
}
