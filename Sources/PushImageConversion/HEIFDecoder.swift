internal import CForeignCodecs
public import PushImageFormats

/// HEIC and AVIF by libheif: the primary picture, turned and cropped as the file says.
///
/// HDR pictures (PQ, HLG) are refused: their colours would need a tone curve that nobody agrees on.
public struct HEIFDecoder: PictureDecoder {
  /// `.heic` or `.avif`.
  public let format: ImageFormat

  /// For one of the formats of the family.
  public init(_ format: ImageFormat) { self.format = format }

  /// The pixels upright; the orientation is always 1.
  public func decode(
    _ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits
  ) throws(PushImageError) -> Decoding {
    try ForeignLibrary.heif.require(for: format)
    let process = try ForeignLibrary.heif.start(bytes, request, limits: limits)
    let colors = CodedColors(primaries: process.picture.color_primaries, transfer: process.picture.transfer)
    let isProfiled = process.picture.profile_byte_count > 0
    guard isProfiled || !colors.isHighDynamicRange else {
      throw ForeignRefusal(format: format, limits: limits)
        .undecodable("\(format.title) is an HDR picture, which is not converted")
    }
    var decoding = try Decoding(from: process, request, format: format, limits: limits)
    if !isProfiled { decoding.bitmap.iccProfile = colors.iccProfile }
    decoding.orientation = 1
    return decoding
  }
}
