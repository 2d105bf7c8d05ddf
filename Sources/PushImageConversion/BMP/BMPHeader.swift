internal import PushImageFormats

/// The headers of a BMP: BITMAPFILEHEADER, and BITMAPCOREHEADER or BITMAPINFOHEADER to BITMAPV5HEADER.
struct BMPHeader {
  /// How pixels are stored.
  enum Coding {
    case indexed, direct, runLengths4, runLengths8
  }

  private static let fileHeaderByteCount = 14
  /// Core, OS/2 version 2 short and long, and the Windows headers with masks and colour spaces.
  private static let knownByteCounts = [12, 16, 40, 52, 56, 64, 108, 124]

  let size: PixelSize
  let bitCount: Int
  let coding: Coding
  /// The first row in the file is the top one.
  let isTopDown: Bool
  /// Where the pixels begin.
  let pixelOffset: Int
  /// Red, green, blue, each of three bytes in this order; empty for direct colours.
  let palette: [UInt8]
  /// Of red, green, blue and alpha; 0 for a channel that is not there.
  let masks: [UInt32]
  private let infoByteCount: Int

  /// Reads and checks all of it; sizes are compared with no limit.
  init(_ bytes: Span<UInt8>, refusal: ForeignRefusal) throws(PushImageError) {
    let info = Self.fileHeaderByteCount
    guard let byteCount = bytes.littleEndian32(at: info), let offset = bytes.littleEndian32(at: 10) else {
      throw refusal.undecodable("BMP is cut inside its header")
    }
    guard Self.knownByteCounts.contains(byteCount), byteCount <= bytes.count - info else {
      throw refusal.undecodable("BMP is damaged: its header claims \(counted(byteCount, "byte"))")
    }
    infoByteCount = byteCount
    let isCore = byteCount == 12
    guard let width = isCore ? bytes.littleEndian16(at: info + 4) : bytes.littleEndian32(at: info + 4),
      let height = isCore ? bytes.littleEndian16(at: info + 6) : bytes.littleEndian32(at: info + 8),
      let bitCount = bytes.littleEndian16(at: info + (isCore ? 10 : 14))
    else { throw refusal.undecodable("BMP is cut inside its header") }
    // A negative height: rows from top to bottom.
    let signedHeight = isCore ? height : Int(Int32(truncatingIfNeeded: height))
    isTopDown = signedHeight < 0
    size = PixelSize(width: width, height: abs(signedHeight))
    self.bitCount = bitCount
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(abs(signedHeight)) else {
      throw refusal.undecodable("BMP is damaged: its header says \(size) pixels")
    }
    let compression = byteCount >= 40 ? bytes.littleEndian32(at: info + 16) ?? 0 : 0
    coding = try Self.coding(
      compression: compression, bitCount: bitCount, isOS2: byteCount == 64, isTopDown: isTopDown, refusal: refusal)
    let maskPlace = BMPMasks(
      compression: compression, bitCount: bitCount, infoByteCount: byteCount, infoOffset: info)
    masks = maskPlace.read(bytes)
    let paletteOffset = info + byteCount + maskPlace.trailingByteCount
    palette = coding == .direct ? [] : Self.palette(bytes, at: paletteOffset, bitCount, info, byteCount, offset)
    // Writers that leave the offset out mean the first byte behind the headers.
    let entryByteCount = byteCount == 12 ? 3 : 4
    pixelOffset = offset >= info + byteCount ? offset : paletteOffset + palette.count / 3 * entryByteCount
  }

  private static func coding(
    compression: Int, bitCount: Int, isOS2: Bool, isTopDown: Bool, refusal: ForeignRefusal
  ) throws(PushImageError) -> Coding {
    // BI_RGB, BI_RLE8, BI_RLE4, BI_BITFIELDS, BI_ALPHABITFIELDS. To OS/2, 3 is fax data.
    switch (compression, bitCount) {
    case (0, 1), (0, 2), (0, 4), (0, 8): return .indexed
    case (0, 16), (0, 24), (0, 32): return .direct
    case (1, 8) where !isTopDown: return .runLengths8
    case (2, 4) where !isTopDown: return .runLengths4
    case (3, 16), (3, 32), (6, 16), (6, 32):
      if !isOS2 { return .direct }
    default: break
    }
    throw refusal.undecodable("BMP of compression \(compression) with \(counted(bitCount, "bit")) is not converted")
  }

  /// As many colours as the bits can name, the header counts, and the file has before its pixels.
  private static func palette(
    _ bytes: Span<UInt8>, at start: Int, _ bitCount: Int, _ info: Int, _ infoByteCount: Int, _ pixelOffset: Int
  ) -> [UInt8] {
    let entryByteCount = infoByteCount == 12 ? 3 : 4
    let counted = infoByteCount >= 40 ? bytes.littleEndian32(at: info + 32) ?? 0 : 0
    var count = counted == 0 ? 1 << bitCount : min(counted, 1 << bitCount)
    if pixelOffset > start { count = min(count, (pixelOffset - start) / entryByteCount) }
    var palette: [UInt8] = []
    for index in 0..<count {
      let place = start + index * entryByteCount
      guard let blue = bytes.byte(at: place), let green = bytes.byte(at: place + 1), let red = bytes.byte(at: place + 2)
      else { break }
      palette += [red, green, blue]
    }
    return palette
  }

  /// The profile that a version 5 header embeds; nil when there is none or it is longer than a limit.
  func iccProfile(in bytes: Span<UInt8>, limits: Limits) -> [UInt8]? {
    let info = Self.fileHeaderByteCount
    // PROFILE_EMBEDDED, "MBED".
    guard infoByteCount == 124, bytes.littleEndian32(at: info + 56) == 0x4D42_4544,
      let offset = bytes.littleEndian32(at: info + 112), let byteCount = bytes.littleEndian32(at: info + 116),
      byteCount > 0, byteCount <= limits.maxMetadataChunkByteCount ?? .max,
      offset <= bytes.count - info, byteCount <= bytes.count - info - offset
    else { return nil }
    return Array(copying: bytes.extracting(info + offset..<info + offset + byteCount))
  }
}
