/// The hot loop of inflating: symbols of one block, as long as there is plenty of input and room.
///
/// Everything that changes with a symbol is a local of `run`, so that it stays in registers. Invariants, which the caller
/// provides: `inputReserve` bytes can be read from any place up to `inputLimit`, and `outputReserve` written from any
/// place up to `outputLimit`; `bitCount` is below 56; everything from `history` to `output` has been written.
@safe
struct InflateLoop {
  /// Bytes that one turn may read: two loads of eight, the second at most 7 further on.
  static let inputReserve = 16
  /// Bytes that one turn may write: four runs of literals or a longest match after three, and what wide stores write
  /// past its end.
  static let outputReserve = 4 * 3 + 258 + 64

  /// Why the loop ended.
  enum End { case limit, endOfBlock, fault(InflateFault) }

  /// The next byte to read.
  var input: UnsafePointer<UInt8>
  let inputLimit: UnsafePointer<UInt8>
  /// The next byte to write.
  var output: UnsafeMutablePointer<UInt8>
  let outputLimit: UnsafeMutablePointer<UInt8>
  /// The first byte that a distance may reach.
  let history: UnsafeMutablePointer<UInt8>
  var bits: UInt64
  var bitCount: Int

  /// Decodes until a limit is passed, the block ends or something is illegal.
  ///
  /// - Parameters:
  ///   - literals: `DeflateTables.runs`, or `literals`.
  ///   - subtables: `DeflateTables.literals`.
  ///   - distances: `DeflateTables.distances`.
  @inline(never)
  mutating func run(
    _ literals: UnsafePointer<UInt32>, subtables: UnsafePointer<UInt32>, _ distances: UnsafePointer<UInt32>
  ) -> End {
    let inputLimit = unsafe inputLimit
    let outputLimit = unsafe outputLimit
    let history = unsafe history
    var input = unsafe input
    var output = unsafe output
    var bits = bits &<< UInt64(Self.lag)
    // Entries are subtracted whole: only the lowest six bits of the count mean anything.
    var bitCount = UInt64(truncatingIfNeeded: bitCount &+ Self.lag)
    var end = End.limit

    // All 64 bits are the stream's after a refill, though only 56 are counted: an entry can be looked up before the next
    // refill as long as no more than 50 have been used.
    unsafe Self.refill(&bits, &bitCount, &input)
    var entry = unsafe Self.literal(literals, bits)
    turns: while unsafe input <= inputLimit && output <= outputLimit {
      unsafe Self.refill(&bits, &bitCount, &input)
      if entry & DeflateEntry.literals != 0 {
        if unsafe Self.putLiterals(&entry, literals, &output, &bits, &bitCount) { continue turns }
        unsafe Self.refill(&bits, &bitCount, &input)
      }
      if entry & DeflateEntry.isSpecial != 0 {
        entry = unsafe Self.resolved(entry, subtables, bits)
        if entry & DeflateEntry.literals != 0 {
          unsafe Self.put(entry, &output, &bits, &bitCount)
          entry = unsafe Self.literal(literals, bits)
          continue turns
        }
        if entry & DeflateEntry.isSpecial != 0 {
          end = entry & DeflateEntry.isSpecial == DeflateEntry.endOfBlock ? .endOfBlock : .fault(.illegalLiteral)
          Self.drop(entry, &bits, &bitCount)
          break turns
        }
      }
      let length = DeflateEntry.value(entry, bits &>> UInt64(Self.lag))
      Self.drop(entry, &bits, &bitCount)
      let distanceEntry = unsafe Self.distance(distances, bits)
      guard distanceEntry & DeflateEntry.isSpecial == 0 else {
        end = .fault(.illegalDistance)
        break turns
      }
      let distance = DeflateEntry.value(distanceEntry, bits &>> UInt64(Self.lag))
      Self.drop(distanceEntry, &bits, &bitCount)
      entry = unsafe Self.literal(literals, bits)
      guard unsafe distance <= output - history else {
        end = .fault(.distanceTooFar)
        break turns
      }
      unsafe MatchCopy.copy(length, distance, to: output)
      unsafe output += length
    }
    unsafe self.input = input
    unsafe self.output = output
    self.bits = bits &>> UInt64(Self.lag)
    self.bitCount = Int(truncatingIfNeeded: bitCount & 63) &- Self.lag
    return end
  }

  /// Bits that are used stay in the buffer so long: the bits after them are then the offset of an entry of four bytes,
  /// which a load takes a cycle sooner than an index (7 cycles a symbol became 6).
  private static let lag = 2

  /// The entry for the next bits.
  @inline(__always)
  private static func literal(_ table: UnsafePointer<UInt32>, _ bits: UInt64) -> UInt32 {
    let offset = Int(truncatingIfNeeded: bits & (1 << UInt64(DeflateTables.literalBits) - 1) << UInt64(lag))
    return unsafe UnsafeRawPointer(table).load(fromByteOffset: offset, as: UInt32.self)
  }

  /// The same of a length code that may be too long for the table.
  @inline(__always)
  private static func resolved(_ entry: UInt32, _ subtables: UnsafePointer<UInt32>, _ bits: UInt64) -> UInt32 {
    guard entry & DeflateEntry.isSpecial == DeflateEntry.subtable else { return entry }
    let further =
      bits &>> UInt64(DeflateTables.literalBits + lag) & (1 << UInt64(DeflateTables.literalSubtableBits) - 1)
    return unsafe subtables[Int(entry &>> 16) &+ Int(truncatingIfNeeded: further)]
  }

  /// The distance entry for the next bits.
  @inline(__always)
  private static func distance(_ table: UnsafePointer<UInt32>, _ bits: UInt64) -> UInt32 {
    let offset = Int(truncatingIfNeeded: bits & (1 << UInt64(DeflateTables.distanceBits) - 1) << UInt64(lag))
    let entry = unsafe UnsafeRawPointer(table).load(fromByteOffset: offset, as: UInt32.self)
    guard entry & DeflateEntry.isSpecial == DeflateEntry.subtable else { return entry }
    let further =
      bits &>> UInt64(DeflateTables.distanceBits + lag) & (1 << UInt64(DeflateTables.distanceSubtableBits) - 1)
    return unsafe table[Int(entry &>> 16) &+ Int(truncatingIfNeeded: further)]
  }

  /// Up to four entries of literals, 48 bits at most; true when there were four.
  @inline(__always)
  private static func putLiterals(
    _ entry: inout UInt32, _ table: UnsafePointer<UInt32>, _ output: inout UnsafeMutablePointer<UInt8>,
    _ bits: inout UInt64, _ bitCount: inout UInt64
  ) -> Bool {
    for _ in 0..<4 {
      guard entry & DeflateEntry.literals != 0 else { return false }
      unsafe put(entry, &output, &bits, &bitCount)
      entry = unsafe literal(table, bits)
    }
    return true
  }

  /// Tops up to at least 56 counted bits. Bits above those counted are read again later, onto themselves.
  @inline(__always)
  private static func refill(_ bits: inout UInt64, _ bitCount: inout UInt64, _ input: inout UnsafePointer<UInt8>) {
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(input).loadUnaligned(as: UInt64.self))
    bits |= word &<< bitCount
    unsafe input += Int(truncatingIfNeeded: (bitCount & 63 ^ 63) &>> 3)
    bitCount |= 56
  }

  /// Writes the one to three literals of an entry, and a fourth byte that the next literal replaces.
  @inline(__always)
  private static func put(
    _ entry: UInt32, _ output: inout UnsafeMutablePointer<UInt8>, _ bits: inout UInt64, _ bitCount: inout UInt64
  ) {
    unsafe UnsafeMutableRawPointer(output).storeBytes(of: (entry &>> 8).littleEndian, as: UInt32.self)
    unsafe output += Int(truncatingIfNeeded: entry &>> 6 & 3)
    drop(entry, &bits, &bitCount)
  }

  @inline(__always)
  private static func drop(_ entry: UInt32, _ bits: inout UInt64, _ bitCount: inout UInt64) {
    bits = bits &>> UInt64(truncatingIfNeeded: entry)
    bitCount &-= UInt64(truncatingIfNeeded: entry)
  }
}
