/// Formats whose magic bytes are too weak alone: the fields behind them must make sense too.
enum BitmapSniffer {
  static func sniff(_ head: Span<UInt8>) -> ImageFormat? {
    if isBMP(head) { return .bmp }
    if isPNM(head) { return .pnm }
    return iconFormat(head)
  }

  /// "BM" begins many a text; a bitmap goes on with one of the known header sizes and a legal depth.
  private static func isBMP(_ head: Span<UInt8>) -> Bool {
    guard head.matches("BM", at: 0), let headerSize = head.littleEndian32(at: 14) else { return false }
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize) else { return false }
    // The oldest header has 16-bit sides, so its depth stands four bytes earlier.
    guard let bitCount = head.littleEndian16(at: headerSize == 12 ? 24 : 28) else { return false }
    return [0, 1, 2, 4, 8, 16, 24, 32].contains(bitCount)
  }

  /// Icons and cursors begin with a directory: reserved 0, type 1 or 2, a count, then entries of 16 bytes.
  private static func iconFormat(_ head: Span<UInt8>) -> ImageFormat? {
    guard head.littleEndian16(at: 0) == 0, let type = head.littleEndian16(at: 2), type == 1 || type == 2,
      let entryCount = head.littleEndian16(at: 4), (1...1024).contains(entryCount),
      let imageByteCount = head.littleEndian32(at: 14), imageByteCount > 0,
      let imageOffset = head.littleEndian32(at: 18), imageOffset >= 6 + 16 * entryCount
    else { return nil }
    if type == 2 { return .cur }
    // The cursor's hot spot stands where an icon has its planes and depth.
    guard let planes = head.littleEndian16(at: 10), planes <= 1, let bitCount = head.littleEndian16(at: 12) else {
      return nil
    }
    return [0, 1, 2, 4, 8, 16, 24, 32].contains(bitCount) ? .ico : nil
  }

  /// P1 … P6 with white space, comments and two numbers behind; P7 with its first field.
  private static func isPNM(_ head: Span<UInt8>) -> Bool {
    guard head.byte(at: 0) == UInt8(ascii: "P"), let digit = head.byte(at: 1) else { return false }
    if digit == UInt8(ascii: "7") {
      let fields: [StaticString] = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL", "TUPLTYPE", "#"]
      return head.byte(at: 2) == 0x0A && fields.contains { head.matches($0, at: 3) }
    }
    guard (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit) else { return false }
    var offset = 2
    return skipNumber(head, &offset) && skipNumber(head, &offset)
  }

  /// White space (at least one), comments, and a decimal number.
  private static func skipNumber(_ head: Span<UInt8>, _ offset: inout Int) -> Bool {
    guard let first = head.byte(at: offset), isSpace(first) else { return false }
    while let byte = head.byte(at: offset), isSpace(byte) || byte == UInt8(ascii: "#") {
      if byte == UInt8(ascii: "#") {
        while let inside = head.byte(at: offset), inside != 0x0A { _ = inside; offset += 1 }
      } else {
        offset += 1
      }
    }
    let start = offset
    while let byte = head.byte(at: offset), (0x30...0x39).contains(byte) { _ = byte; offset += 1 }
    return offset > start
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
