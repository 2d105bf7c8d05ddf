/// Bytes to format, by magic bytes, never by name.
public enum Sniffer {
  /// Never looks further than this many bytes.
  public static let maxByteCount = 4096

  /// The format whose signature the bytes carry; nil when nothing matches.
  ///
  /// Says what the file claims to be, not that it is whole. Formats without magic bytes (TGA, plain text) are nil.
  public static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
    let head = bytes.extracting(first: maxByteCount)
    for signature in Signature.all where signature.matches(head) { return signature.format }
    return ISOMediaSniffer.sniff(head)
      ?? MatroskaSniffer.sniff(head)
      ?? BitmapSniffer.sniff(head)
      ?? TextSniffer.sniff(head)
  }
}
