public import PushImageFormats

/// WebP by libwebp: a still picture, or one frame of an animation.
public struct WebPDecoder: PictureDecoder {
  /// WebP.
  public let format = ImageFormat.webp

  /// Nothing to set.
  public init() {}

  /// The pixels as they are stored; profile and orientation are those of the chunks `ICCP` and `EXIF`.
  public func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    try ForeignLibrary.webp.require(for: format)
    let process = try ForeignLibrary.webp.start(bytes, request, limits: limits)
    var decoding = try Decoding(from: process, request, format: format, limits: limits)
    let metadata = WebPMetadata(bytes, limits: limits)
    if let profile = metadata.iccProfile, decoding.bitmap.layout.suits(iccProfile: profile) {
      decoding.bitmap.iccProfile = profile
    }
    decoding.orientation = metadata.orientation
    return decoding
  }
}
