/// Bytes to format, by magic bytes, never by name.
public enum Sniffer {
  /// Never looks further than this many bytes.
  public static let maxByteCount = 4096

  /// The format whose signature the bytes carry; nil when nothing matches.
  public static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
    nil
  }
}
