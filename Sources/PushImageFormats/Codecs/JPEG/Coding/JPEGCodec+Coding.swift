/// JPEG files are changed by libjpeg-turbo's coefficients and pixels, or by copying segments.
extension JPEGCodec: PictureCoder {
  /// The quality, 1…100 as libjpeg counts, that a file was saved with; nil when its tables cannot be read.
  static func estimatedQuality(of bytes: Span<UInt8>) -> Int? { JPEGQuantization(bytes)?.estimatedQuality }
}
