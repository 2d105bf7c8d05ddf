/// Which coefficients of one component are not zero yet, in a progressive JPEG: 64 bits a block, and one bit a block
/// that says whether any is, so that runs of empty blocks are passed 64 at a time.
struct CoefficientMasks {
  let blockCount: Int
  /// Bit k of a block: coefficient k (zigzag) is not zero.
  var masks: [UInt64]
  /// Bit b & 63 of word b >> 6: block b has a coefficient that is not zero.
  var occupied: [UInt64]

  /// All zero; 8.125 bytes a block.
  init(blockCount: Int) {
    self.blockCount = blockCount
    masks = [UInt64](repeating: 0, count: blockCount)
    occupied = [UInt64](repeating: 0, count: blockCount / 64 + 1)
  }

  /// Notes coefficients of a block that are not zero any more; at least one.
  @inline(__always)
  mutating func mark(_ coefficients: UInt64, at block: Int) {
    masks[block] |= coefficients
    occupied[block &>> 6] |= 1 &<< UInt64(block & 63)
  }

  /// Coefficients `first…last`, 0…63, as a mask.
  static func band(_ first: Int, _ last: Int) -> UInt64 {
    (UInt64.max &<< UInt64(first)) & (UInt64.max &>> UInt64(63 - last))
  }
}
