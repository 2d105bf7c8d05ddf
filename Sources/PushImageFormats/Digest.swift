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
    return hexadecimal(digest)
  }

  fileprivate static func hexadecimal(_ digest: [UInt8]) -> String {
    String(decoding: digest.flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }, as: UTF8.self)
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}

/// SHA-256 of bytes that come one piece after the other and are not kept.
@safe package struct RunningDigest: ~Copyable {
  private let stream: OpaquePointer

  /// Of no bytes yet; nil when there is no memory.
  package init?() {
    guard let stream = unsafe cimg_sha256_begin() else { return nil }
    unsafe self.stream = stream
  }

  deinit { unsafe cimg_sha256_end(stream, nil) }

  /// Adds the next piece.
  package func add(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe cimg_sha256_add(stream, $0.baseAddress, $0.count) }
  }

  /// 64 lower-case hexadecimal digits, of everything added.
  package consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(CIMG_SHA256_SIZE))
    unsafe digest.withUnsafeMutableBufferPointer { unsafe cimg_sha256_end(stream, $0.baseAddress) }
    discard self
    return Digest.hexadecimal(digest)
  }
}
