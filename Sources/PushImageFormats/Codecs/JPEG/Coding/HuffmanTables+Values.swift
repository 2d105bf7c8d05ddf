extension HuffmanTables {
  /// Sequential AC with its values: up to two coefficients an entry.
  ///
  /// Bits 0…3 are the bits consumed, 4…8 how far the first coefficient lies behind the last one before, 9…15 likewise
  /// the second, 16…23 and 24…31 their values. An end of block adds `endOfValues` to the second distance, its value is
  /// zero. Second distance 0: one coefficient whose bits do not fit; the first value is its category. 0: no code of
  /// twelve bits.
  static func valuedAC(_ code: HuffmanCode) -> HuffmanDecoder<UInt32> {
    HuffmanDecoder(code, (0..<HuffmanCode.lookupCount).map { valuedEntry(code, $0) })
  }

  /// What an end-of-block adds to the coefficient index in a table of values.
  static let endOfValues = 64

  private static func valuedEntry(_ code: HuffmanCode, _ prefix: Int) -> UInt32 {
    guard let first = symbol(code, prefix, 0) else { return 0 }
    let used = first.length + first.category
    if isEnd(first) { return entry(first.length, 1, endOfValues, 0, 0) }
    guard used <= HuffmanCode.lookupBits else { return entry(first.length, first.run + 1, 0, first.category, 0) }
    let value = value(prefix, first.length, first.category)
    let alone = entry(used, first.run + 1, first.run + 1, value, value)
    guard let second = symbol(code, prefix, used) else { return alone }
    if isEnd(second) { return entry(used + second.length, first.run + 1, first.run + 1 + endOfValues, value, 0) }
    let all = used + second.length + second.category
    guard all <= HuffmanCode.lookupBits else { return alone }
    return entry(
      all, first.run + 1, first.run + second.run + 2, value,
      self.value(prefix, used + second.length, second.category))
  }

  private static func isEnd(_ symbol: (length: Int, run: Int, category: Int)) -> Bool {
    symbol.category == 0 && symbol.run != 15
  }

  /// The signed number of `category` bits after `used` bits of a prefix.
  private static func value(_ prefix: Int, _ used: Int, _ category: Int) -> Int {
    guard category > 0 else { return 0 }
    let bits = prefix >> (HuffmanCode.lookupBits - used - category) & (1 << category - 1)
    return bits >> (category - 1) == 1 ? bits : bits - (1 << category) + 1
  }

  private static func entry(_ used: Int, _ first: Int, _ second: Int, _ value: Int, _ other: Int) -> UInt32 {
    UInt32(used) | UInt32(first) << 4 | UInt32(second) << 9 | UInt32(UInt8(truncatingIfNeeded: value)) << 16
      | UInt32(UInt8(truncatingIfNeeded: other)) << 24
  }
}
