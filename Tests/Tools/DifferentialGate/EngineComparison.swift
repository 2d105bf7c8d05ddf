public import PushImage

/// What both engines say of the same bytes.
public struct EngineComparison: Sendable {
  /// What our own walkers say.
  public let native: Verification
  /// What the formats' libraries say.
  public let reference: Verification

  /// Limits for mutants: a picture that became enormous teaches nothing and takes seconds.
  public static let mutantLimits: Limits = {
    var limits = Limits.default
    limits.maxPixelCount = 4_000_000
    limits.maxTotalPixelCount = 16_000_000
    limits.maxDecodedPixelCount = 16_000_000
    return limits
  }()

  /// Verifies twice. Throws when an engine could not work, or when there is no codec for the format.
  public init(_ bytes: [UInt8], as format: ImageFormat, limits: Limits = .default) throws {
    guard let codec = ImageCodecs.codec(for: format) else { throw UnknownFormat(name: format.name) }
    native = try codec.verify(bytes.span, limits: limits, engine: .native)
    reference = try codec.verify(bytes.span, limits: limits, engine: .reference)
  }

  /// There is no codec for this format.
  public struct UnknownFormat: Error {
    /// The format.
    public let name: String
  }

  /// "Native intact, reference complains": what must never be. A reference that stopped at a limit has not judged.
  public var isMiss: Bool { native.integrity == .intact && reference.integrity != .intact && !referenceIsOverLimit }

  /// The reverse: why the native engine does not call intact what the reference calls intact.
  public var reverseClass: String? {
    guard reference.integrity == .intact, native.integrity != .intact else { return nil }
    return Self.complaints(of: native).first?.kind.id
  }

  /// For people: both opinions.
  public var summary: String {
    "native \(Self.words(of: native)), reference \(Self.words(of: reference))"
  }

  private var referenceIsOverLimit: Bool {
    Self.complaints(of: reference).allSatisfy { $0.kind.id.hasPrefix("limit.") }
  }

  private static func complaints(of verification: Verification) -> [Finding] {
    verification.findings.filter { $0.kind.integrity != .intact }
  }

  private static func words(of verification: Verification) -> String {
    let complaints = complaints(of: verification).map { "\($0.kind.id): \($0.message)" }
    return ([verification.integrity.rawValue] + complaints).joined(separator: " | ")
  }
}
