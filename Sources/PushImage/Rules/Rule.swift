public import PushImageFormats

/// One demand. A file in `Rules` and a line in `Rules.all` each; knows no platform by name.
public protocol Rule: Sendable {
  /// Every kind it may return that no platform owns.
  var findingKinds: [Finding.Kind] { get }

  /// Every kind it may return that this platform owns.
  func findingKinds(on platform: Platform) -> [Finding.Kind]

  /// Findings that hold whatever the platform.
  func findings(for subject: Subject) -> [Finding]

  /// What it demands on one platform, with that platform's numbers at hand; nil when it has nothing to say there.
  func demand(on platform: Platform) -> Demand?
}

/// A rule bound to a platform, asked of every picture: adds what it finds, and of most pictures finds nothing.
///
/// Bound once, so that a picture costs a few comparisons and no look at the platform. Words are made for findings only.
///
/// A type around the closure: an optional or an array of bare closures would put a thunk around each, and another.
public struct Demand: Sendable {
  private let check: @Sendable (Assessment) -> Void

  /// Makes a demand of what is asked of a picture.
  public init(_ check: @escaping @Sendable (_ picture: Assessment) -> Void) { self.check = check }

  /// Asks it of one picture.
  public func callAsFunction(_ picture: Assessment) { check(picture) }
}

extension Rule {
  /// None.
  public var findingKinds: [Finding.Kind] { [] }

  /// None.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] { [] }

  /// None.
  public func findings(for subject: Subject) -> [Finding] { [] }

  /// None.
  public func demand(on platform: Platform) -> Demand? { nil }

  /// Findings on one platform.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    let picture = Assessment(subject)
    if let demand = demand(on: platform) { demand(picture) }
    return picture.findings
  }
}
