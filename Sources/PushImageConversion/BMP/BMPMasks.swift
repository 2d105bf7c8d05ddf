internal import PushImageFormats

/// Where the bit masks of red, green, blue and alpha stand, and what they are where the file has none.
struct BMPMasks {
  private let offset: Int?
  private let hasAlpha: Bool
  private let bitCount: Int
  /// Bytes of masks between the header and the palette.
  let trailingByteCount: Int

  /// - Parameter infoOffset: where the header of `infoByteCount` bytes begins.
  init(compression: Int, bitCount: Int, infoByteCount: Int, infoOffset: Int) {
    self.bitCount = bitCount
    let isMasked = compression == 3 || compression == 6
    offset = isMasked ? infoOffset + 40 : nil
    // Version 2 headers end with the masks of three colours, later ones with that of alpha too.
    hasAlpha = compression == 6 || infoByteCount >= 56
    trailingByteCount = isMasked && infoByteCount == 40 ? (compression == 6 ? 16 : 12) : 0
  }

  /// Red, green, blue, alpha; 0 for a channel that is not there. What the header does not say is 5-5-5 or 8-8-8.
  func read(_ bytes: Span<UInt8>) -> [UInt32] {
    guard let offset else {
      return bitCount == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
    }
    return (0..<4).map { index in
      guard index < 3 || hasAlpha else { return 0 }
      return UInt32(truncatingIfNeeded: bytes.littleEndian32(at: offset + 4 * index) ?? 0)
    }
  }
}

/// One channel of a pixel that is an integer of bits.
struct BMPChannel {
  private let mask: UInt32
  private let shift: UInt32
  /// Eight bits for each value that fits nine; longer channels lose their lowest bits first.
  private let table: [UInt8]

  init(mask: UInt32) {
    let lowest = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount)
    let bitCount = UInt32(32 - (mask >> lowest).leadingZeroBitCount)
    let dropped = bitCount > 8 ? bitCount - 8 : 0
    shift = lowest + dropped
    self.mask = mask == 0 ? 0 : mask >> shift
    let most = UInt32(1) << min(bitCount, 8) - 1
    table = (0...max(most, 1)).map { most == 0 ? 0 : UInt8(($0 * 255 + most / 2) / most) }
  }

  /// The value in 0…255; a mask with holes is read as if it had none.
  func value(of pixel: UInt32) -> UInt8 {
    let index = Int((pixel >> shift) & mask)
    return index < table.count ? table[index] : 0
  }
}
