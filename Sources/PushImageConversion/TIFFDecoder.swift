public import PushImageFormats

/// TIFF by libtiff: the first picture of the file.
///
/// Gray, RGB and CMYK of 8 and 16 bits come as they are, with their profile; everything else that libtiff converts
/// comes as RGB. A camera's raw file is refused: its first picture is a thumbnail.
public struct TIFFDecoder: PictureDecoder {
  /// TIFF and BigTIFF.
  public let format = ImageFormat.tiff

  /// Nothing to set.
  public init() {}

  /// The pixels as they are stored; the orientation is the tag's.
  public func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    try ForeignLibrary.tiff.require(for: format)
    let process = try ForeignLibrary.tiff.start(bytes, request, limits: limits)
    return try Decoding(from: process, request, format: format, limits: limits)
  }
}
