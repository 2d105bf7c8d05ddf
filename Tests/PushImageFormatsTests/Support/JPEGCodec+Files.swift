@testable import PushImageFormats

/// The codec on whole arrays: expectations cannot hold spans.
extension JPEGCodec {
  func verification(_ file: [UInt8]) throws -> Verification { try verify(file.span, limits: .default) }

  func stripped(_ file: [UInt8], _ retention: Retention = Retention()) throws -> [UInt8]? {
    try stripped(file.span, retention: retention, limits: .default)
  }

  func recoded(
    _ file: [UInt8], _ progression: RecodingRequest.Progression = .keep, orientation: Int = 1,
    limits: Limits = .default
  ) throws -> [UInt8]? {
    var request = RecodingRequest()
    request.progression = progression
    request.bakedOrientation = orientation
    return try recoded(file.span, request, limits: limits)
  }

  func decoding(
    _ file: [UInt8], size: PixelSize? = nil, isLenient: Bool = false, limits: Limits = .default
  ) throws -> Decoding {
    var request = DecodingRequest(size: size)
    request.isLenient = isLenient
    return try decode(file.span, request, limits: limits)
  }

  func pixels(_ file: [UInt8]) throws -> Bitmap { try decoding(file).bitmap }
}
