internal import CImageCodecs

/// The contents of eXIf and iCCP chunks: unpacking within a bound, then the readers that all formats share.
enum PNGProfiles {
  /// Larger colour profiles are counted, but not read.
  static let maxByteCount = 4_194_304

  /// How inflating ended.
  enum End {
    case whole, cut, malformed, overLimit, outOfMemory
  }

  /// The TIFF structure of an eXIf chunk.
  static func exif(_ data: Span<UInt8>) -> ExifFacts { ExifScanner.scan(data) }

  /// Counts what the bytes inflate to, keeping nothing; `maxByteCount` still passes.
  static func inflate(_ deflated: Span<UInt8>, maxByteCount: Int?) -> (end: End, byteCount: Int) {
    // Zero means no limit to C, and no room is left to us.
    if let maxByteCount, maxByteCount <= 0 { return (.overLimit, 0) }
    var result = cimg_inflated()
    unsafe deflated.withUnsafeBufferPointer { source in
      unsafe cimg_inflate(source.baseAddress, source.count, UInt64(maxByteCount ?? 0), nil, 0, &result)
    }
    let byteCount = Int(clamping: result.byte_count)
    switch UInt32(bitPattern: result.end) {
    case CIMG_INFLATE_WHOLE.rawValue: return (.whole, byteCount)
    case CIMG_INFLATE_CUT.rawValue: return (.cut, byteCount)
    case CIMG_INFLATE_OVER_LIMIT.rawValue: return (.overLimit, byteCount)
    case CIMG_INFLATE_OUT_OF_MEMORY.rawValue: return (.outOfMemory, byteCount)
    default: return (.malformed, byteCount)
    }
  }

  /// The profile that `byteCount` bytes of inflated data make; nil when it is malformed.
  static func profile(_ deflated: Span<UInt8>, byteCount: Int) -> ICCProfile? {
    var kept = [UInt8](repeating: 0, count: byteCount)
    var result = cimg_inflated()
    unsafe deflated.withUnsafeBufferPointer { source in
      unsafe kept.withUnsafeMutableBufferPointer { target in
        unsafe cimg_inflate(source.baseAddress, source.count, 0, target.baseAddress, target.count, &result)
      }
    }
    return ICCProfile.read(kept.span.extracting(0..<Int(clamping: result.kept_byte_count)))
  }
}
