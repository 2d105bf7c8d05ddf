public import PushImageFormats

/// What `prepare` may do beyond what the platforms demand, and what it must not give up.
public struct PreparationOptions: Sendable, Hashable {
  /// How outputs are named.
  public enum Naming: String, Sendable, CaseIterable {
    /// After the input, with the true extension.
    case stem
    /// After their own bytes: the first 32 digits of their SHA-256. Equal names mean equal files.
    case hash
  }

  /// The largest size wanted; nil, the default, leaves every size that is no error.
  public var fit: Fitting?
  /// The part to cut out; nil, the default, for the whole picture.
  public var crop: Cropping?
  /// The shape to fill up to; nil, the default, for none. Comes after `crop`.
  public var padding: Padding?
  /// Bytes of an output at most, besides the platforms' own limits; default: none.
  public var maxByteCount: Int?
  /// The lowest quality of a JPEG or palette, 1…100; default 40.
  public var minQuality = 40
  /// No side is scaled below this for the sake of bytes; default 64 pixels.
  public var minSide = 64
  /// Frames that an animation keeps at least; default 2.
  public var minFrameCount = 2
  /// Whether a PNG stays a PNG, a JPEG a JPEG and a GIF a GIF; default false.
  public var keepsFormat = false
  /// Which scans a JPEG gets; default: as it has, baseline where it is encoded anew.
  public var progression = RecodingRequest.Progression.keep
  /// Whether to save what is whole of a damaged picture; default false: it is refused.
  public var repairs = false
  /// How outputs are named; default: after the input.
  public var naming = Naming.stem
  /// Whether to cure also those warnings of platforms that bytes, size or frames are to blame for; default false.
  public var isStrict = false

  /// Only what must be done.
  public init() {}
}
