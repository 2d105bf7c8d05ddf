/// Bytes to format, by magic bytes, never by name.
public enum Sniffer {
  /// Never looks further than this many bytes.
  public static let maxByteCount = 4096

  /// The format whose signature the bytes carry; nil when nothing matches.
  ///
  /// Says what the file claims to be, not that it is whole. Formats without magic bytes (TGA, plain text) are nil.
  public static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
    // The formats that are looked for, by their first four bytes: what costs the least is asked first.
    switch bytes.bigEndian32(at: 0) {
    case 0x8950_4E47 where bytes.bigEndian32(at: 4) == 0x0D0A_1A0A: return .png
    case let word? where word >> 8 == 0xFF_D8FF: return .jpeg
    case 0x4749_4638 where bytes.bigEndian16(at: 4) == 0x3761 || bytes.bigEndian16(at: 4) == 0x3961: return .gif
    default: break
    }
    let head = bytes.extracting(first: maxByteCount)
    for signature in Signature.all where signature.matches(head) { return signature.format }
    return ISOMediaSniffer.sniff(head)
      ?? MatroskaSniffer.sniff(head)
      ?? BitmapSniffer.sniff(head)
      ?? TextSniffer.sniff(head)
  }
}
