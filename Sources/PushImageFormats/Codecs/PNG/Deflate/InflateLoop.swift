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
    let literalMask: UInt64 = 1 << UInt64(DeflateTables.literalBits) - 1
    let distanceMask: UInt64 = 1 << UInt64(DeflateTables.distanceBits) - 1
    let inputLimit = unsafe inputLimit
    let outputLimit = unsafe outputLimit
    let history = unsafe history
    var input = unsafe input
    var output = unsafe output
    var bits = bits
    // Entries are subtracted whole: only the lowest six bits of the count mean anything.
    var bitCount = UInt64(truncatingIfNeeded: bitCount)
    var end = End.limit

    // All 64 bits are the stream's after a refill, though only 56 are counted: an entry can be looked up before the next
    // refill as long as no more than 52 have been used.
    unsafe Self.refill(&bits, &bitCount, &input)
    var entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
    turns: while unsafe input <= inputLimit && output <= outputLimit {
      unsafe Self.refill(&bits, &bitCount, &input)
      if entry & DeflateEntry.literals != 0 {
        unsafe Self.put(entry, &output, &bits, &bitCount)
        entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
        if entry & DeflateEntry.literals != 0 {
          unsafe Self.put(entry, &output, &bits, &bitCount)
          entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
          if entry & DeflateEntry.literals != 0 {
            unsafe Self.put(entry, &output, &bits, &bitCount)
            entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
            if entry & DeflateEntry.literals != 0 {
              unsafe Self.put(entry, &output, &bits, &bitCount)
              entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
              continue turns
            }
          }
        }
        unsafe Self.refill(&bits, &bitCount, &input)
      }
      if entry & DeflateEntry.isSpecial != 0 {
        if entry & DeflateEntry.isSpecial == DeflateEntry.subtable {
          let further =
            bits &>> UInt64(DeflateTables.literalBits) & (1 << UInt64(DeflateTables.literalSubtableBits) - 1)
          entry = unsafe subtables[Int(entry &>> 16) &+ Int(truncatingIfNeeded: further)]
          if entry & DeflateEntry.literals != 0 {
            unsafe Self.put(entry, &output, &bits, &bitCount)
            entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
            continue turns
          }
        }
        if entry & DeflateEntry.isSpecial != 0 {
          if entry & DeflateEntry.isSpecial == DeflateEntry.endOfBlock {
            Self.drop(entry, &bits, &bitCount)
            end = .endOfBlock
          } else {
            end = .fault(.illegalLiteral)
          }
          break turns
        }
      }
      let length = DeflateEntry.value(entry, bits)
      Self.drop(entry, &bits, &bitCount)

      var distanceEntry = unsafe distances[Int(truncatingIfNeeded: bits & distanceMask)]
      if distanceEntry & DeflateEntry.isSpecial != 0 {
        if distanceEntry & DeflateEntry.isSpecial == DeflateEntry.subtable {
          let further =
            bits &>> UInt64(DeflateTables.distanceBits) & (1 << UInt64(DeflateTables.distanceSubtableBits) - 1)
          distanceEntry = unsafe distances[Int(distanceEntry &>> 16) &+ Int(truncatingIfNeeded: further)]
        }
        guard distanceEntry & DeflateEntry.isSpecial == 0 else {
          end = .fault(.illegalDistance)
          break turns
        }
      }
      let distance = DeflateEntry.value(distanceEntry, bits)
      Self.drop(distanceEntry, &bits, &bitCount)
      entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
      guard unsafe distance <= output - history else {
        end = .fault(.distanceTooFar)
        break turns
      }
      unsafe MatchCopy.copy(length, distance, to: output)
      unsafe output += length
    }
    unsafe self.input = input
    unsafe self.output = output
    self.bits = bits
    self.bitCount = Int(truncatingIfNeeded: bitCount & 63)
    return end
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
