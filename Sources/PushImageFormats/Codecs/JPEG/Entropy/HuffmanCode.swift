/// One Huffman code of a DHT segment (ITU T.81 Annex C), with a lookup by the next twelve bits.
struct HuffmanCode: Sendable {
  /// Bits of the window that index the lookup tables. Twelve measured fastest: the tables stay in the first cache.
  static let lookupBits = 12
  static let lookupCount = 1 << lookupBits

  /// For every 12-bit prefix: code length << 8 | symbol; 0 when the code is longer or there is none.
  let lookup: [UInt16]
  private let symbols: [UInt8]
  /// Largest code of each length, -1 when there is none; index 0 is unused.
  private let lastCode: [Int]
  /// What to add to a code of a length to get its symbol's index.
  private let symbolOffset: [Int]

  /// Builds the code.
  ///
  /// - Parameters:
  ///   - counts: codes of each length 1…16; sixteen numbers.
  ///   - symbols: as many as the counts say.
  /// - Returns: nil when the codes do not fit their lengths, or are not as many as `symbols`.
  init?(counts: [Int], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, +) == symbols.count, symbols.count <= 256 else { return nil }
    var lookup = [UInt16](repeating: 0, count: Self.lookupCount)
    var lastCode = [Int](repeating: -1, count: 17)
    var symbolOffset = [Int](repeating: 0, count: 17)
    var code = 0
    var index = 0
    for length in 1...16 {
      let count = counts[length - 1]
      // No code may be all ones (ITU T.81 C.2): one more must fit.
      guard count == 0 || code + count < 1 << length else { return nil }
      symbolOffset[length] = index - code
      for _ in 0..<count {
        if length <= Self.lookupBits {
          let first = code << (Self.lookupBits - length)
          let entry = UInt16(length) << 8 | UInt16(symbols[index])
          for slot in first..<(first + (1 << (Self.lookupBits - length))) { lookup[slot] = entry }
        }
        code += 1
        index += 1
      }
      if count > 0 { lastCode[length] = code - 1 }
      code <<= 1
    }
    self.lookup = lookup
    self.symbols = symbols
    self.lastCode = lastCode
    self.symbolOffset = symbolOffset
  }

  /// The largest symbol; -1 for an empty code.
  var largestSymbol: Int { symbols.max().map(Int.init) ?? -1 }

  /// Length and symbol of the code at the top of a left-aligned window; nil when no code matches.
  func decode(_ window: UInt64) -> (length: Int, symbol: Int)? {
    let top = Int(window >> 48)
    for length in 1...16 where lastCode[length] >= 0 {
      let code = top >> (16 - length)
      let index = code + symbolOffset[length]
      if code <= lastCode[length], symbols.indices.contains(index) { return (length, Int(symbols[index])) }
    }
    return nil
  }
}
