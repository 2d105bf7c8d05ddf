internal import CImageCodecs

/// SHA-256 of a file's bytes.
public enum Digest {
  /// 64 lower-case hexadecimal digits.
  public static func sha256(_ bytes: Span<UInt8>) -> String {
    var digest = [UInt8](repeating: 0, count: Int(CIMG_SHA256_SIZE))
    unsafe digest.withUnsafeMutableBufferPointer { out in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cimg_sha256(buffer.baseAddress, buffer.count, out.baseAddress)
      }
    }
    return String(decoding: digest.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }, as: UTF8.self)
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
