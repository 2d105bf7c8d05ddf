internal import CImageCodecs

/// Pixels as libpng reads them: what our own decoder and everything lossless is held against.
package enum PNGReferencePixels {
  /// RGBA of a PNG's still picture, 8 bits a channel, or 16 with the most significant byte first.
  ///
  /// - Returns: nil when libpng does not read the picture to its last row.
  package static func rgba(_ bytes: Span<UInt8>, bitDepth: Int) -> [UInt8]? {
    guard let info = PNGCodec().inspect(bytes, limits: .default), info.pixelCount < 1 << 28 else { return nil }
    let rowByteCount = info.width * 4 * bitDepth / 8
    var pixels = [UInt8](repeating: 0, count: rowByteCount * info.height)
    var report = cimg_report()
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe pixels.withUnsafeMutableBufferPointer { target in
        var request = unsafe cimg_png_pixels(
          bytes: source.baseAddress, count: source.count, pixels: target.baseAddress, capacity: target.count,
          row_size: rowByteCount, sample_bits: UInt32(bitDepth))
        unsafe cimg_png_read_pixels(&request, &report)
      }
    }
    return report.status == Int32(CIMG_COMPLETED.rawValue) ? pixels : nil
  }
}
