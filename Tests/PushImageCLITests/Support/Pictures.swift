/// Pictures made byte by byte, small and whole.
enum Pictures {
  /// A GIF of one black pixel.
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]

  /// Without its trailer: damaged, but every decoder shows it.
  static let gifWithoutTrailer = Array(gif.dropLast())

  /// Cut in the pixels.
  static let truncatedGIF = Array(gif.dropLast(4))

  /// An 8-bit gray PNG, black, in stored deflate blocks.
  static func png(width: Int = 1, height: Int = 1) -> [UInt8] {
    let pixels = [UInt8](repeating: 0, count: (width + 1) * height)
    var zlib: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: pixels.count, by: 65535) {
      let block = pixels[start..<min(pixels.count, start + 65535)]
      let count = UInt16(block.count)
      let isLast: UInt8 = block.endIndex == pixels.count ? 1 : 0
      zlib += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + block
    }
    zlib += bigEndian(adler(pixels))
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", zlib)
      + chunk("IEND", [])
  }

  /// A PNG whose pixels do not match their checksum.
  static var damagedPNG: [UInt8] {
    var bytes = png(width: 4, height: 4)
    bytes[50] ^= 0xFF
    return bytes
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc(body))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
