public import PushImageFormats

/// What one kind of receiver demands of a picture, as data: every number with its evidence.
public struct Platform: Sendable, Hashable, CustomStringConvertible {
  /// What a platform does with a format that it takes.
  public enum Acceptance: Sendable, Hashable {
    /// Shown.
    case accepted
    /// May be shown; the text says where: `on Android 4.2.1 and later`.
    case dependsOnVersion(String)
  }

  /// How a platform behaves in a way that is no number.
  public enum Trait: String, Sendable {
    /// EXIF orientation is not applied when the picture is shown.
    case ignoresOrientation
    /// Only the first frame of an animation is shown.
    case showsFirstFrameOnly
  }

  /// Something that is always to be said of a platform.
  public struct Caveat: Sendable, Hashable {
    /// What it means.
    public let kind: Finding.Kind
    /// The finding's message.
    public let message: String
  }

  /// Stable identifier used by `--platform` and as key of the report: `ios`, `android`, `web`, `huawei`.
  public let id: String
  /// How people write it: `iOS notification attachment`.
  public let title: String
  /// How messages call it: `iOS`.
  public let shortTitle: String
  /// Formats that the platform takes, by `ImageFormat.name`. Any other is rejected.
  public let formats: SmallTable<String, Acceptance>
  /// Reported for a format that it does not take.
  public let unsupportedFormat: Finding.Kind
  /// Reported for what it may take and this library cannot verify; nil when it takes nothing of the kind.
  public let unverifiedFormat: Finding.Kind?
  /// Its numbers, in the order they are checked. At most one per key.
  public internal(set) var limits: [Limit]
  /// Published advice and caps of senders that deliver to it.
  public let vendorAdvice: [VendorAdvice]
  /// Reported when a piece of vendor advice is not followed.
  public let aboveVendorAdvice: Finding.Kind?
  /// How it behaves, and what is reported of a picture that suffers from it.
  public let traits: SmallTable<Trait, Finding.Kind>
  /// How it makes a file's type out of its name; nil when the name does not matter.
  public let naming: Naming?
  /// Whether pictures are told by their bytes alone, whatever `Content-Type` the server sends.
  public let ignoresContentType: Bool
  /// What is always to be said of it.
  public let caveats: [Caveat]

  /// Declares a platform; what is left out does not matter there.
  public init(
    id: String, title: String, shortTitle: String, formats: SmallTable<String, Acceptance>,
    unsupportedFormat: Finding.Kind,
    unverifiedFormat: Finding.Kind? = nil, limits: [Limit] = [], vendorAdvice: [VendorAdvice] = [],
    aboveVendorAdvice: Finding.Kind? = nil, traits: SmallTable<Trait, Finding.Kind> = [:],
    naming: Naming? = nil, ignoresContentType: Bool = false, caveats: [Caveat] = []
  ) {
    self.id = id
    self.title = title
    self.shortTitle = shortTitle
    self.formats = formats
    self.unsupportedFormat = unsupportedFormat
    self.unverifiedFormat = unverifiedFormat
    self.limits = limits
    self.vendorAdvice = vendorAdvice
    self.aboveVendorAdvice = aboveVendorAdvice
    self.traits = traits
    self.naming = naming
    self.ignoresContentType = ignoresContentType
    self.caveats = caveats
  }

  /// The id.
  public var description: String { id }

  /// The limit of a key, where the platform has one.
  public func limit(_ key: Limit.Key) -> Limit? {
    // By index: a limit is large, and nine of ten are not looked at further.
    for index in limits.indices where limits[index].key == key { return limits[index] }
    return nil
  }

  /// Its limits among these keys, in the order of the keys.
  func limits(of keys: [Limit.Key]) -> [Limit] { keys.compactMap(limit) }

  /// Whether it shows pictures of the format, at least somewhere.
  func takes(_ format: ImageFormat) -> Bool { formats.has(format.name) }
}
