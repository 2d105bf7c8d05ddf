/// A codec that can also change files of its format: strip, re-code without loss, decode and encode.
///
/// Only for files that `verify` found whole, or damaged in a way that the format's library reads past; `isLenient`
/// asks for more. Hermetic like every codec. All results depend on the arguments alone.
public protocol PictureCoder: ImageCodec {
  /// The file without what nobody sees; every coded pixel stays as it is. Nil when there is nothing to drop.
  ///
  /// Drops bytes behind the end, metadata and thumbnails by copying the segments that stay. Adds an end marker that
  /// is missing.
  func stripped(
    _ bytes: Span<UInt8>, retention: Retention, limits: Limits
  ) throws(PushImageError) -> [UInt8]?

  /// The same pixels in fewer bytes; nil when that is not to be had. Strips as `retention` says on the way.
  func recoded(_ bytes: Span<UInt8>, _ request: RecodingRequest, limits: Limits) throws(PushImageError) -> [UInt8]?

  /// The pixels of one frame.
  ///
  /// - Throws: `PushImageError` with `.undecodable` when the library gives up before a pixel is made.
  func decode(_ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits) throws(PushImageError) -> Decoding

  /// A file of exactly these pixels (PNG), or as near as `request.quality` says (JPEG, GIF).
  func encode(_ bitmap: Bitmap, _ request: EncodingRequest) throws(PushImageError) -> [UInt8]

  /// The best file of at most `budget.maxByteCount` bytes, by a bounded search; the smallest one found when none fits.
  func encode(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding
}

/// What a stripped file keeps besides its pixels.
public struct Retention: Sendable, Hashable {
  /// The ICC profile and, in a PNG, the chunks that say how numbers become colours.
  public var keepsColorProfile: Bool
  /// The EXIF orientation, alone in a new EXIF segment.
  public var keepsOrientation: Bool
  /// All frames of an animation; otherwise only the first is kept.
  public var keepsAnimation: Bool

  /// Keeps what changes how the picture looks.
  public init(keepsColorProfile: Bool = true, keepsOrientation: Bool = true, keepsAnimation: Bool = true) {
    self.keepsColorProfile = keepsColorProfile
    self.keepsOrientation = keepsOrientation
    self.keepsAnimation = keepsAnimation
  }
}

/// How to code the same pixels anew.
public struct RecodingRequest: Sendable, Hashable {
  /// Which scans a JPEG is written in.
  public enum Progression: String, Sendable, CaseIterable {
    /// As the file has it.
    case keep
    case baseline, progressive
  }

  /// What is kept besides the pixels.
  public var retention = Retention()
  /// Which scans a JPEG gets. Default: as it has.
  public var progression = Progression.keep
  /// The EXIF orientation to apply to the pixels, 1…8. JPEG: nil is returned when that is not possible without loss.
  public var bakedOrientation = 1

  /// Fewer bytes and nothing else.
  public init() {}
}

/// Which pixels to decode, and how many.
public struct DecodingRequest: Sendable, Hashable {
  /// A frame of an animation.
  public enum Frame: Sendable, Hashable {
    case first
    /// The first that shows more than one colour; the first of all when none does.
    case firstNotBlank
  }

  /// Scale to this size on the way; nil, the default, for all pixels. At most the stored size, before orientation.
  public var size: PixelSize?
  /// Default: the first.
  public var frame = Frame.first
  /// Whether to go on behind damage and fill what is lost; default false.
  public var isLenient = false

  /// All pixels of the first frame of a whole file.
  public init(size: PixelSize? = nil) { self.size = size }
}

/// Decoded pixels and what is not right with them.
public struct Decoding: Sendable {
  /// The pixels.
  public var bitmap: Bitmap
  /// Rows of the file, counted from its last, that are lost and were filled; 0 unless decoding was lenient.
  public var lostRowCount = 0
  /// What the library said on the way, in its own words, at most 16.
  public var complaints: [String] = []
  /// How the pixels are to be turned to be seen upright, 1…8 as EXIF counts. Only a `PictureDecoder` sets it; the
  /// orientation of the formats that are verified is in their `ImageInfo`.
  public var orientation = 1
  /// Frames of the file, of which this is one. Only a `PictureDecoder` sets it.
  public var frameCount = 1

  /// Whole pixels.
  public init(bitmap: Bitmap) { self.bitmap = bitmap }
}

/// How to encode pixels.
public struct EncodingRequest: Sendable, Hashable {
  /// How much is tried to make a file smaller that loses nothing by it.
  public enum Effort: String, Sendable, CaseIterable {
    case balanced, thorough
  }

  /// 1…100 as libjpeg counts, or of the palette's fidelity; nil for no loss where the format has that, 85 otherwise.
  public var quality: Int?
  /// PNG only: ten times the processor time for some percent fewer bytes. Default: balanced.
  public var effort = Effort.balanced
  /// JPEG only. Default: baseline.
  public var isProgressive = false
  /// JPEG only: save with these divisors whatever `quality` says, as a file was saved before. Default nil.
  public var quantization: JPEGQuantization?
  /// JPEG only: write the bitmap's profile, where it has one. Default false: readers assume sRGB.
  public var embedsProfile = false

  /// No loss, or quality 85.
  public init(quality: Int? = nil) { self.quality = quality }
}

/// What a file may weigh, and what must not be given up for it.
public struct ByteBudget: Sendable, Hashable {
  /// Bytes of the file, at most.
  public var maxByteCount: Int
  /// The lowest quality, 1…100; default 40.
  public var minQuality = 40
  /// The highest quality, 1…100; default 95, above which files grow and eyes see no more.
  public var maxQuality = 95
  /// The shorter side is not scaled below this; default 64 pixels, or its size when it is shorter already.
  public var minSide = 64
  /// Frames that an animation keeps at least; default 2.
  public var minFrameCount = 2
  /// JPEG only. Default: baseline.
  public var isProgressive = false

  /// At most so many bytes.
  public init(maxByteCount: Int) { self.maxByteCount = maxByteCount }
}

/// What a search for a file within a budget came to.
public struct BudgetedEncoding: Sendable {
  /// The file: the best that fits, or the smallest when none fits.
  public var bytes: [UInt8]
  /// Whether it is within the budget.
  public var isWithinBudget: Bool
  /// Its size in pixels.
  public var size: PixelSize
  /// JPEG: the quality it was saved with.
  public var quality: Int?
  /// PNG and GIF: the colours of its palette; nil when no colour was given up.
  public var colorCount: Int?
  /// Frames it has.
  public var frameCount = 1
  /// How many files were encoded to find it.
  public var attemptCount = 1

  /// A first result.
  public init(bytes: [UInt8], isWithinBudget: Bool, size: PixelSize) {
    self.bytes = bytes
    self.isWithinBudget = isWithinBudget
    self.size = size
  }
}
