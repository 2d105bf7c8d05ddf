/// Facts read from the headers of a PNG, JPEG or GIF. Nothing here says that the pixels are whole.
public struct ImageInfo: Sendable, Hashable {
  /// How samples make a colour.
  public enum ColorModel: String, Sendable {
    case gray, rgb, ycbcr, cmyk, ycck, indexed
  }

  /// A special form of a format that some readers treat differently.
  public enum Variant: String, Sendable {
    /// Animated PNG (acTL before IDAT).
    case apng
    /// Xcode's "optimised" PNG with a CgBI chunk: not a PNG that other readers can show.
    case cgbi
    /// Multi-picture JPEG (CIPA DC-007): further JPEGs follow the first.
    case mpo
  }

  /// Stored size in pixels, before orientation. GIF: the logical screen. PNG and APNG: IHDR.
  public var width: Int
  /// Stored height in pixels, see `width`.
  public var height: Int
  /// Image frames. GIF: image descriptors; APNG: acTL's number; otherwise 1.
  public var frameCount = 1
  /// Sum of the frame delays in seconds as stored (no browser minimum applied); nil for a still image.
  public var durationSeconds: Double?
  /// How often an animation plays; 0 is for ever; nil for a still image.
  public var loopCount: Int?
  /// Bits per sample.
  public var bitDepth: Int
  /// How samples make a colour.
  public var colorModel: ColorModel
  /// An alpha channel, a tRNS chunk or a transparent GIF index. Not whether any pixel uses it.
  public var hasAlpha = false
  /// JPEG: more than one scan by SOF2/SOF10.
  public var isProgressive = false
  /// PNG: Adam7. GIF: any frame interlaced.
  public var isInterlaced = false
  /// JPEG: arithmetic entropy coding (SOF9/SOF10).
  public var isArithmeticCoded = false
  /// EXIF orientation 1…8; 1 when absent.
  public var orientation = 1
  /// A special form, where it is one.
  public var variant: Variant?
  /// Bytes of the embedded ICC profile as stored (PNG: compressed); nil when there is none.
  public var iccByteCount: Int?
  /// The colour space of the ICC profile header (`RGB`, `CMYK`, `GRAY`), when it could be read.
  public var iccColorSpace: String?
  /// A wider gamut than sRGB (Display P3, Adobe RGB, ProPhoto, Rec. 2020), by the profile's primaries or its name, or by
  /// the PNG's coding points.
  public var isWideGamut = false
  /// A GPS directory with at least one entry in EXIF, or a latitude or longitude in XMP.
  public var hasGPS = false
  /// EXIF, XMP, IPTC, comments and text chunks, in bytes as stored; without ICC.
  public var metadataByteCount = 0
  /// Embedded thumbnails (EXIF IFD1, JFIF, Photoshop).
  public var thumbnailCount = 0
  /// What the codec does not verify: "lossless JPEG", "12-bit JPEG", "CgBI PNG"; nil otherwise.
  public var unverifiedCoding: String?

  /// Makes the facts every header has; set the rest afterwards.
  public init(width: Int, height: Int, bitDepth: Int, colorModel: ColorModel) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorModel = colorModel
  }

  /// Pixels of one full frame. Both factors come from 32-bit fields, so the product fits.
  public var pixelCount: Int { width * height }
}
