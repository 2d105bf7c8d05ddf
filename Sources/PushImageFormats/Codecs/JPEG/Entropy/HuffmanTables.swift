/// The lookup tables that the scan loops read, derived from a `HuffmanCode`: each entry swallows as many symbols at
/// once as fit in twelve bits, because a verifier needs how far the symbols reach and not their values.
///
/// Every table has `HuffmanCode.lookupCount` entries; 0 sends the loop to `HuffmanCode.decode`.
enum HuffmanTables {
  /// Largest category of an AC coefficient in 8-bit JPEG (ITU T.81 table F.2).
  static let maxACCategory = 10
  /// Largest category of a DC difference in 8-bit JPEG (ITU T.81 table F.1).
  static let maxDCCategory = 11
  /// What an end-of-block adds to the coefficient index in a sequential table.
  static let endOfBlock = 128

  /// DC: code length in bits 0…5, category in bits 6….
  static func dc(_ code: HuffmanCode) -> HuffmanDecoder<UInt16> {
    HuffmanDecoder(
      code,
      code.lookup.map { entry in
        let category = entry & 0xFF
        return entry == 0 || category > maxDCCategory ? 0 : entry >> 8 | category << 6
      })
  }

  /// Sequential AC: bits consumed in bits 0…5, coefficients passed in bits 6…; `endOfBlock` more when the block ends.
  static func sequentialAC(_ code: HuffmanCode) -> HuffmanDecoder<UInt16> {
    HuffmanDecoder(
      code,
      (0..<HuffmanCode.lookupCount).map { prefix in
        var used = 0
        var passed = 0
        while let (length, run, category) = symbol(code, prefix, used) {
          if category == 0 && run != 15 {
            used += length
            passed += endOfBlock
            break
          }
          guard used + length + category <= maxBitsPerEntry else { break }
          used += length + category
          passed += run + 1
        }
        return UInt16(used) | UInt16(passed) << 6
      })
  }

  /// First AC scan of a band: bits consumed in 0…5, coefficients passed in 6…11, bit 12 when the block ends, and in
  /// 16…31 which of the passed ones are not zero.
  static func firstAC(_ code: HuffmanCode) -> HuffmanDecoder<UInt32> {
    HuffmanDecoder(
      code,
      (0..<HuffmanCode.lookupCount).map { prefix in
        var used = 0
        var passed = 0
        var ends: UInt32 = 0
        var nonzero: UInt32 = 0
        while let (length, run, category) = symbol(code, prefix, used) {
          if category == 0 && run == 0 {
            used += length
            ends = 1
            break
          }
          guard category > 0 || run == 15, passed + run + 1 <= 16, used + length + category <= maxBitsPerEntry
          else { break }
          used += length + category
          if category > 0 { nonzero |= 1 << UInt32(passed + run) }
          passed += run + 1
        }
        return UInt32(used) | UInt32(passed) << 6 | ends << 12 | nonzero << 16
      })
  }

  /// Refining AC scan, one symbol an entry: code length and sign bit in 0…5, run in 6…9, bit 10 for a new coefficient.
  static func refiningAC(_ code: HuffmanCode) -> HuffmanDecoder<UInt16> {
    HuffmanDecoder(
      code,
      code.lookup.map { entry in
        let run = entry >> 4 & 15
        let category = entry & 15
        guard entry != 0, category == 1 || (category == 0 && run == 15) else { return 0 }
        return (entry >> 8) + category | run << 6 | category << 10
      })
  }

  /// Two lookups follow one refill of at least 56 bits, and the second must still see twelve.
  private static let maxBitsPerEntry = 22

  /// The symbol after `used` bits of a prefix; nil when its code does not end inside the prefix or is not legal here.
  static func symbol(
    _ code: HuffmanCode, _ prefix: Int, _ used: Int
  ) -> (length: Int, run: Int, category: Int)? {
    guard used < HuffmanCode.lookupBits else { return nil }
    let entry = Int(code.lookup[(prefix << used) & (HuffmanCode.lookupCount - 1)])
    let (length, run, category) = (entry >> 8, entry >> 4 & 15, entry & 15)
    guard entry != 0, used + length <= HuffmanCode.lookupBits, category <= maxACCategory else { return nil }
    return (length, run, category)
  }
}
