/// The tables by which one deflate block is decoded; entries are those of `DeflateEntry`.
///
/// With `InflateLoop` and `InflateWindow` the only place where deflate touches raw memory. Invariants: `literals` and
/// `runs` have an entry for every index of `literalBits` bits, `distances` for every index of `distanceBits`; a subtable
/// begins where its entry says, and has one for each further bit up to the 15 that a code may have. Each prefix with a
/// subtable holds two codes or more, so half as many subtables as symbols are enough.
@safe
final class DeflateTables {
  /// Twelve bits measured fastest for photographs: most lookups then yield two literals.
  static let literalBits = 12
  static let distanceBits = 9
  static let literalSubtableBits = DeflateCode.maxLength - literalBits
  static let distanceSubtableBits = DeflateCode.maxLength - distanceBits

  private static let literalCount = 1 << literalBits + 144 << literalSubtableBits
  private static let runCount = 1 << literalBits
  private static let distanceCount = 1 << distanceBits + 15 << distanceSubtableBits

  /// One symbol an entry.
  let literals: UnsafeMutablePointer<UInt32>
  /// The same, but up to three literals an entry; made by `makeRuns`.
  let runs: UnsafeMutablePointer<UInt32>
  let distances: UnsafeMutablePointer<UInt32>
  private(set) var hasRuns = false
  private var code = DeflateCode()

  init() {
    let count = Self.literalCount + Self.runCount + Self.distanceCount
    unsafe literals = .allocate(capacity: count)
    unsafe literals.initialize(repeating: DeflateEntry.illegal | 1, count: count)
    unsafe runs = literals + Self.literalCount
    unsafe distances = runs + Self.runCount
  }

  deinit { unsafe literals.deallocate() }

  /// Makes the tables of one block. `runs` is not made.
  ///
  /// - Parameters:
  ///   - literalLengths: code lengths of at most 288 literal and length symbols.
  ///   - distanceLengths: of at most 32 distance symbols.
  func build(_ literalLengths: Span<UInt8>, _ distanceLengths: Span<UInt8>) throws(InflateFault) {
    hasRuns = false
    code = DeflateCode(literalLengths)
    guard code.isLegal else { throw .literalCode }
    let literalTemplates = DeflateEntry.literalsAndLengths
    unsafe Self.fill(literals, Self.literalBits, code, literalTemplates.span)
    let distanceCode = DeflateCode(distanceLengths)
    guard distanceCode.isLegal else { throw .distanceCode }
    let distanceTemplates = DeflateEntry.distances
    unsafe Self.fill(distances, Self.distanceBits, distanceCode, distanceTemplates.span)
  }

  /// A table for the codes of n bits is twice that for n − 1, with those of n bits put into it.
  private static func fill(
    _ table: UnsafeMutablePointer<UInt32>, _ bits: Int, _ code: borrowing DeflateCode, _ templates: Span<UInt32>
  ) {
    unsafe table[0] = DeflateEntry.illegal | 1
    var next = 0
    var index = 0
    for length in 1...bits {
      unsafe (table + 1 << (length - 1)).update(from: table, count: 1 << (length - 1))
      for _ in 0..<code.counts[length] {
        let symbol = Int(code.symbols[index])
        unsafe table[next] = DeflateEntry.made(of: templates[symbol], length: length)
        next = DeflateCode.successor(of: next, length: length)
        index &+= 1
      }
    }
    guard code.longest > bits else { return }
    unsafe fillSubtables(table, bits, code, templates, from: index, next)
  }

  /// Codes longer than the table's index, from `index` on, of which the first is `first`.
  private static func fillSubtables(
    _ table: UnsafeMutablePointer<UInt32>, _ bits: Int, _ code: borrowing DeflateCode, _ templates: Span<UInt32>,
    from index: Int, _ first: Int
  ) {
    let size = 1 << (DeflateCode.maxLength - bits)
    var index = index
    var next = first
    var prefix = -1
    var place = 1 << bits - size
    for length in bits + 1...DeflateCode.maxLength {
      for _ in 0..<code.counts[length] {
        if next & (1 &<< bits &- 1) != prefix {
          prefix = next & (1 &<< bits &- 1)
          place += size
          unsafe table[prefix] = DeflateEntry.subtable | UInt32(truncatingIfNeeded: place) << 16
        }
        let entry = DeflateEntry.made(of: templates[Int(code.symbols[index])], length: length)
        for slot in stride(from: next >> bits, to: size, by: 1 << (length - bits)) {
          unsafe table[place &+ slot] = entry
        }
        next = DeflateCode.successor(of: next, length: length)
        index &+= 1
      }
    }
  }

  // MARK: one symbol

  /// The literal, length or end at the beginning of `bits`. Bits that are missing count as zeros: whether the entry is
  /// right is told by comparing the bits it stands for with those that are there.
  func literalEntry(_ bits: UInt64) -> UInt32 {
    let entry = unsafe literals[Int(truncatingIfNeeded: bits & (1 << UInt64(Self.literalBits) - 1))]
    guard entry & DeflateEntry.literals == 0, entry & DeflateEntry.isSpecial == DeflateEntry.subtable else {
      return entry
    }
    let further = bits &>> UInt64(Self.literalBits) & (1 << UInt64(Self.literalSubtableBits) - 1)
    return unsafe literals[Int(entry &>> 16) &+ Int(truncatingIfNeeded: further)]
  }

  /// The same for a distance.
  func distanceEntry(_ bits: UInt64) -> UInt32 {
    let entry = unsafe distances[Int(truncatingIfNeeded: bits & (1 << UInt64(Self.distanceBits) - 1))]
    guard entry & DeflateEntry.isSpecial == DeflateEntry.subtable else { return entry }
    let further = bits &>> UInt64(Self.distanceBits) & (1 << UInt64(Self.distanceSubtableBits) - 1)
    return unsafe distances[Int(entry &>> 16) &+ Int(truncatingIfNeeded: further)]
  }

  // MARK: runs of literals

  /// Makes `runs`: where two or three literals fit into the bits of an index, one entry stands for all of them.
  ///
  /// Costs as much as decoding some thousand symbols: worth it for a block that turns out to be long.
  func makeRuns() {
    guard !hasRuns else { return }
    hasRuns = true
    unsafe runs.update(from: literals, count: 1 << Self.literalBits)
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << (Self.literalBits - 1)) { scratch in
      guard let followers = scratch.baseAddress else { return }
      unsafe followers.initialize(repeating: 0, count: scratch.count)
      unsafe fillRuns(followers)
    }
  }

  private func fillRuns(_ followers: UnsafeMutablePointer<UInt32>) {
    var next = 0
    var index = 0
    for length in 1..<Self.literalBits {
      let rest = Self.literalBits - length
      guard code.counts[length] > 0 else { continue }
      guard unsafe collect(followers, bits: rest) else { return }
      for _ in 0..<code.counts[length] {
        let symbol = UInt32(code.symbols[index])
        if symbol < 256 {
          let entry = symbol << 8 | DeflateEntry.literal | UInt32(truncatingIfNeeded: length)
          for slot in 0..<1 &<< rest { unsafe runs[next | slot &<< length] = entry &+ followers[slot] }
        }
        next = DeflateCode.successor(of: next, length: length)
        index &+= 1
      }
    }
  }

  /// For each index of so many bits, what one or two literals there add to the entry of a literal before them: zero
  /// where there is none. False when there is none anywhere.
  private func collect(_ followers: UnsafeMutablePointer<UInt32>, bits: Int) -> Bool {
    var any: UInt32 = 0
    for index in 0..<1 &<< bits {
      // Without branches, which nothing could predict: what does not count is zero.
      let second = unsafe literals[index]
      let used = Int(second & 63)
      let third = unsafe literals[index &>> used]
      let isSecond = second & DeflateEntry.literals != 0 && used <= bits
      let isThird = third & DeflateEntry.literals != 0 && used &+ Int(third & 63) <= bits
      let one = isSecond ? second & 0xFF | (second & 0xFF00) &<< 8 : 0
      let two = isSecond && isThird ? third & 0xFF | (third & 0xFF00) &<< 16 : 0
      unsafe followers[index] = one &+ two
      any |= one
    }
    return any != 0
  }
}
