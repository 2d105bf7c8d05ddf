extension Sniffer {
  /// The special form of a PNG or JPEG, as far as the first `maxByteCount` bytes tell; nil for an ordinary file.
  ///
  /// A marker that stands behind a large EXIF segment or ICC profile is not reached: the codec's `ImageInfo.variant`
  /// is the last word.
  public static func variant(_ bytes: Span<UInt8>, of format: ImageFormat) -> ImageInfo.Variant? {
    let head = bytes.extracting(first: maxByteCount)
    switch format {
    case .png: return pngVariant(head)
    case .jpeg: return jpegVariant(head)
    default: return nil
    }
  }

  /// CgBI stands before IHDR; acTL counts only before the first IDAT (PNG third edition, 11.3.6.1).
  private static func pngVariant(_ head: Span<UInt8>) -> ImageInfo.Variant? {
    var offset = 8
    if head.matches("CgBI", at: offset + 4) { return .cgbi }
    while let length = head.bigEndian32(at: offset), !head.matches("IDAT", at: offset + 4) {
      if head.matches("acTL", at: offset + 4) { return .apng }
      offset += 12 + length
    }
    return nil
  }

  /// The MPF index of CIPA DC-007 lives in an APP2 segment before the first scan.
  private static func jpegVariant(_ head: Span<UInt8>) -> ImageInfo.Variant? {
    var offset = 2
    while head.byte(at: offset) == 0xFF, let marker = head.byte(at: offset + 1) {
      if marker == 0xFF {
        offset += 1
        continue
      }
      guard marker != 0xDA, let length = head.bigEndian16(at: offset + 2), length >= 2 else { return nil }
      if marker == 0xE2, head.matches("MPF\0", at: offset + 4) { return .mpo }
      offset += 2 + length
    }
    return nil
  }
}
