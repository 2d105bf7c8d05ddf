/// Reads the code lengths at the beginning of a dynamic block (RFC 1951 3.2.7), as far as the bytes of a piece go.
struct DeflateCodeLengths {
  /// In this order the lengths of the code-length code stand.
  private static let order: InlineArray<19, Int> = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let maxLiteralCount = 286
  private static let maxDistanceCount = 30
  private static let endOfBlock = 256

  private enum Stage { case counts, lengthsOfLengths, lengths }

  private var stage = Stage.counts
  private var literalCount = 0
  private var distanceCount = 0
  private var lengthOfLengthCount = 0
  /// Lengths read in the present stage.
  private var readCount = 0
  private var lengths = InlineArray<320, UInt8>(repeating: 0)
  private var lengthsOfLengths = InlineArray<19, UInt8>(repeating: 0)
  /// By the next seven bits: symbol << 3 | length of its code.
  private var table = InlineArray<128, UInt8>(repeating: 0)

  /// Makes the tables of the block, once `read` answered true.
  func build(_ tables: DeflateTables) throws(InflateFault) {
    let all = lengths.span
    try tables.build(
      all.extracting(0..<literalCount), all.extracting(literalCount..<literalCount + distanceCount))
  }

  /// False when the piece ends before the last length; the next call goes on.
  mutating func read(
    _ bits: inout DeflateBits, _ piece: Span<UInt8>, _ position: inout Int
  ) throws(InflateFault) -> Bool {
    if stage == .counts, try !readCounts(&bits, piece, &position) { return false }
    if stage == .lengthsOfLengths, try !readLengthsOfLengths(&bits, piece, &position) { return false }
    guard try readLengths(&bits, piece, &position) else { return false }
    guard lengths[Self.endOfBlock] != 0 else { throw .noEndOfBlock }
    return true
  }

  private mutating func readCounts(
    _ bits: inout DeflateBits, _ piece: Span<UInt8>, _ position: inout Int
  ) throws(InflateFault) -> Bool {
    guard bits.fill(14, from: piece, &position) else { return false }
    literalCount = bits.take(5) + 257
    distanceCount = bits.take(5) + 1
    lengthOfLengthCount = bits.take(4) + 4
    guard literalCount <= Self.maxLiteralCount, distanceCount <= Self.maxDistanceCount else { throw .tooManySymbols }
    stage = .lengthsOfLengths
    return true
  }

  private mutating func readLengthsOfLengths(
    _ bits: inout DeflateBits, _ piece: Span<UInt8>, _ position: inout Int
  ) throws(InflateFault) -> Bool {
    while readCount < lengthOfLengthCount {
      guard bits.fill(3, from: piece, &position) else { return false }
      lengthsOfLengths[Self.order[readCount]] = UInt8(bits.take(3))
      readCount += 1
    }
    let code = DeflateCode(lengthsOfLengths.span)
    guard code.shape == .complete else { throw .codeLengthCode }
    fillTable(code)
    stage = .lengths
    readCount = 0
    return true
  }

  /// Each code stands wherever the index begins with it; the first bit of both is the lowest.
  private mutating func fillTable(_ code: DeflateCode) {
    var index = 0
    var next = 0
    for length in 1...7 {
      for _ in 0..<code.counts[length] {
        let entry = UInt8(truncatingIfNeeded: code.symbols[index]) << 3 | UInt8(length)
        for slot in stride(from: next, to: table.count, by: 1 << length) { table[slot] = entry }
        next = DeflateCode.successor(of: next, length: length)
        index += 1
      }
    }
  }

  private mutating func readLengths(
    _ bits: inout DeflateBits, _ piece: Span<UInt8>, _ position: inout Int
  ) throws(InflateFault) -> Bool {
    let count = literalCount + distanceCount
    while readCount < count {
      let entry = table[Int(truncatingIfNeeded: bits.bits & 127)]
      let used = Int(entry & 7)
      let symbol = entry >> 3
      let extra = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7
      guard used + extra <= bits.count else {
        guard bits.takeByte(of: piece, &position) else { return false }
        continue
      }
      bits.drop(used)
      if symbol < 16 {
        lengths[readCount] = symbol
        readCount += 1
      } else {
        try repeatLength(symbol, bits.take(extra), count)
      }
    }
    return true
  }

  /// 16 repeats the length before, 17 and 18 are runs of zeros.
  private mutating func repeatLength(_ symbol: UInt8, _ extra: Int, _ count: Int) throws(InflateFault) {
    guard symbol != 16 || readCount > 0 else { throw .lengthRepeat }
    let value = symbol == 16 ? lengths[readCount - 1] : 0
    let repeats = extra + (symbol == 18 ? 11 : 3)
    guard readCount + repeats <= count else { throw .lengthRepeat }
    for _ in 0..<repeats {
      lengths[readCount] = value
      readCount += 1
    }
  }
}
