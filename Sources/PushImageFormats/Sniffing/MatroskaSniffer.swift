/// WebM and Matroska: an EBML header (RFC 8794) whose DocType says which.
enum MatroskaSniffer {
  static func sniff(_ head: Span<UInt8>) -> ImageFormat? {
    guard head.matches([0x1A, 0x45, 0xDF, 0xA3], at: 0), let header = size(head, at: 4) else { return nil }
    var offset = header.next
    let end = min(header.next + header.value, head.count)
    while offset < end, let first = head.byte(at: offset) {
      let idByteCount = first.leadingZeroBitCount + 1
      guard idByteCount <= 4, let element = size(head, at: offset + idByteCount) else { return nil }
      if head.matches([0x42, 0x82], at: offset) {
        if head.matches("webm", at: element.next) { return .webm }
        return head.matches("matroska", at: element.next) ? .mkv : nil
      }
      offset = element.next + element.value
    }
    return nil
  }

  /// A variable-length integer: the leading zero bits say how many bytes follow. Sizes above 2^28 are not met here.
  private static func size(_ head: Span<UInt8>, at offset: Int) -> (value: Int, next: Int)? {
    guard let first = head.byte(at: offset) else { return nil }
    let followingByteCount = first.leadingZeroBitCount
    guard followingByteCount <= 7 else { return nil }
    var value = Int(first) & (0x7F >> followingByteCount)
    for index in 0..<followingByteCount {
      guard value < 1 << 28, let byte = head.byte(at: offset + 1 + index) else { return nil }
      value = value << 8 | Int(byte)
    }
    return (value, offset + 1 + followingByteCount)
  }
}
