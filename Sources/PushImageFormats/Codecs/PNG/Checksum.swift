internal import CImageCodecs

/// The checksums of PNG (chunks) and zlib (streams). In C, because Swift cannot name the instructions: 15 GB/s and
/// 54 GB/s where zlib has 6 and 4.
enum Checksum {
  /// CRC-32 of the bytes.
  static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe cimg_crc32($0.baseAddress, $0.count) }
  }

  /// Adler-32 of the bytes before, whose checksum is `adler` (1 for none), and of these.
  static func adler32(_ adler: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe cimg_adler32(adler, $0.baseAddress, $0.count) }
  }
}
