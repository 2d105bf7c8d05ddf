/// What an IHDR chunk says.
struct PNGHeader: Sendable, Hashable {
  static let byteCount = 13
  /// PNG's integers have 31 bits.
  static let maxSide = 0x7FFF_FFFF

  let width: Int
  let height: Int
  let bitDepth: Int
  /// 0 gray, 2 RGB, 3 indexed, 4 gray and alpha, 6 RGB and alpha.
  let colorType: Int
  let isInterlaced: Bool

  /// Reads the 13 bytes at `offset`; throws what is illegal about them, in words.
  init(_ bytes: Span<UInt8>, at offset: Int) throws(PNGHeaderFault) {
    guard let width = bytes.bigEndian32(at: offset), let height = bytes.bigEndian32(at: offset + 4),
      let depth = bytes.byte(at: offset + 8), let type = bytes.byte(at: offset + 9),
      let compression = bytes.byte(at: offset + 10), let filter = bytes.byte(at: offset + 11),
      let interlace = bytes.byte(at: offset + 12)
    else { throw PNGHeaderFault(message: "header is cut") }
    guard (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height) else {
      throw PNGHeaderFault(
        message: "image is \(PNGText.size(width, height)); a side is 1 to \(Self.maxSide.grouped) pixels")
    }
    guard Self.isDepth(depth, ofColorType: type) else {
      throw PNGHeaderFault(message: "bit depth is \(depth) with color type \(type); PNG does not have that")
    }
    guard compression == 0, filter == 0 else {
      throw PNGHeaderFault(message: "compression method is \(compression), filter method \(filter); PNG knows 0 only")
    }
    guard interlace <= 1 else {
      throw PNGHeaderFault(message: "interlace method is \(interlace); PNG knows 0 and 1 only")
    }
    self.width = width
    self.height = height
    bitDepth = Int(depth)
    colorType = Int(type)
    isInterlaced = interlace == 1
  }

  /// Both factors have 31 bits, so the product fits.
  var pixelCount: Int { width * height }
  var isIndexed: Bool { colorType == 3 }
  var isGray: Bool { colorType & 2 == 0 }
  var hasAlphaChannel: Bool { colorType & 4 != 0 }
  /// Samples of a pixel.
  var channelCount: Int { isIndexed ? 1 : (isGray ? 1 : 3) + (hasAlphaChannel ? 1 : 0) }
  var bitsPerPixel: Int { bitDepth * channelCount }
  /// Bytes of one row of the whole width, without its filter byte.
  var rowByteCount: Int { (width * bitsPerPixel + 7) / 8 }

  /// What reports say of a header alone.
  var info: ImageInfo {
    var info = ImageInfo(
      width: width, height: height, bitDepth: bitDepth, colorModel: isIndexed ? .indexed : isGray ? .gray : .rgb)
    info.hasAlpha = hasAlphaChannel
    info.isInterlaced = isInterlaced
    return info
  }

  /// PNG section 11.2.1, the table of colour types and bit depths.
  private static func isDepth(_ depth: UInt8, ofColorType type: UInt8) -> Bool {
    switch (type, depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16): true
    case (3, 1), (3, 2), (3, 4), (3, 8): true
    case (2, 8), (4, 8), (6, 8), (2, 16), (4, 16), (6, 16): true
    default: false
    }
  }
}

/// Why an IHDR chunk is illegal, as the message of a finding.
struct PNGHeaderFault: Error {
  let message: String
}
