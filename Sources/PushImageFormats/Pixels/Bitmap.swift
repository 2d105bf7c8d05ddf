/// Decoded pixels, 8 bits a channel, rows from top to bottom without padding.
///
/// Alpha is not premultiplied. Channels of CMYK count ink: 0 is none, 255 is full.
public struct Bitmap: Sendable, Hashable {
  /// Which channels a pixel has, in the order of its bytes.
  public enum Layout: String, Sendable, CaseIterable {
    case gray, grayAlpha, rgb, rgba, cmyk

    /// Bytes of one pixel.
    public var channelCount: Int {
      switch self {
      case .gray: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba, .cmyk: 4
      }
    }

    /// Whether the last channel is opacity.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
  }

  /// Width and height.
  public let size: PixelSize
  /// The channels of each pixel.
  public let layout: Layout
  /// `size.height` rows of `rowByteCount` bytes.
  public package(set) var bytes: [UInt8]
  /// The ICC profile that gives the numbers their colours, inflated; nil means sRGB.
  public var iccProfile: [UInt8]?

  /// Pixels from elsewhere.
  ///
  /// - Precondition: both sides are at least 1, and `bytes` holds exactly the rows of `size`.
  public init(size: PixelSize, layout: Layout, bytes: [UInt8], iccProfile: [UInt8]? = nil) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    precondition(bytes.count == size.pixelCount * layout.channelCount, "bytes are not the rows of the size")
    self.size = size
    self.layout = layout
    self.bytes = bytes
    self.iccProfile = iccProfile
  }

  /// Bytes of one row.
  public var rowByteCount: Int { size.width * layout.channelCount }
}
