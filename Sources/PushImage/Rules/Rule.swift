public import PushImageFormats

/// What a rule looks at: the candidate and every fact known of it.
public struct Subject: Sendable {
  /// `Candidate.name`.
  public let name: String?
  /// `Candidate.declaredType`.
  public let declaredType: String?
  /// Size of the whole file.
  public let byteCount: Int
  /// By magic bytes; nil when nothing matched.
  public let format: ImageFormat?
  /// Facts of the header; nil when it could not be read.
  public let info: ImageInfo?
  /// Whether the whole file decodes.
  public let integrity: Integrity
}

/// One demand. A file in `Rules` and a line in `Rules.all` each; knows no platform by name.
public protocol Rule: Sendable {
  /// Every kind it may return that is not declared by a platform's limits.
  var findingKinds: [Finding.Kind] { get }

  /// Findings that hold whatever the platform.
  func findings(for subject: Subject) -> [Finding]

  /// Findings on one platform.
  func findings(for subject: Subject, on platform: Platform) -> [Finding]
}

extension Rule {
  /// None.
  public func findings(for subject: Subject) -> [Finding] { [] }

  /// None.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] { [] }
}
