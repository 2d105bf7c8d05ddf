/// What one kind of receiver demands of a picture, as data: every number with its evidence.
public struct Platform: Sendable, Hashable {
  /// What a platform does with a format.
  public enum Acceptance: Sendable, Hashable {
    /// Shown.
    case accepted
    /// May be shown, depending on the device's version; the text says on which.
    case dependsOnVersion(String)
  }

  /// Stable identifier used by `--platform` and as key of the report: `ios`, `android`, `web`, `huawei`.
  public let id: String
  /// How people write it: `iOS notification attachment`.
  public let title: String
  /// Formats that the platform takes, by `ImageFormat.name`. Any other is rejected.
  public let formats: [String: Acceptance]
  /// Its numbers, in the order they are checked. At most one per key.
  public let limits: [Limit]
  /// Its demands that are not numbers.
  public let traits: Set<Trait>

  /// A demand that is not a number.
  public enum Trait: String, Sendable {
    /// The file name's extension decides whether the file is taken (iOS).
    case needsFileExtension
    /// EXIF orientation is not applied when the picture is shown (Android).
    case ignoresOrientation
    /// Only the first frame of an animation is shown.
    case showsFirstFrameOnly
    /// The Content-Type takes part in choosing the name of the file (iOS).
    case namesFileByContentType
  }

  /// Makes a platform.
  public init(
    id: String, title: String, formats: [String: Acceptance], limits: [Limit], traits: Set<Trait> = []
  ) {
    self.id = id
    self.title = title
    self.formats = formats
    self.limits = limits
    self.traits = traits
  }

  /// Equal when the ids and the numbers are.
  public static func == (left: Platform, right: Platform) -> Bool {
    left.id == right.id && left.limits == right.limits
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
