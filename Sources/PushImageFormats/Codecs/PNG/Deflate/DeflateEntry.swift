/// One entry of a decoding table, as the 32 bits that the table holds.
///
/// Bits 0…5 say how many bits of the stream the entry stands for, extra bits included. Bits 6…7 count literals, which
/// stand in bits 8…31. Without literals, bits 8…11 are the length of the code alone, bits 12…13 the kind, and bits
/// 16…31 the base of a length or distance, or where a subtable begins.
enum DeflateEntry {
  static let literal: UInt32 = 1 << 6
  static let literals: UInt32 = 3 << 6
  /// Not a plain length or distance.
  static let isSpecial: UInt32 = 3 << 12
  static let endOfBlock: UInt32 = 1 << 12
  static let illegal: UInt32 = 2 << 12
  static let subtable: UInt32 = 3 << 12

  /// Of the symbol 0…287 of the literal and length code, for a code of no bits. RFC 1951 3.2.5.
  static let literalsAndLengths: [UInt32] = (0..<288).map { symbol in
    switch symbol {
    case 0...255: return UInt32(symbol) << 8 | literal
    case 256: return endOfBlock
    case 257...264: return UInt32(symbol - 254) << 16
    case 265...284:
      let extra = UInt32(symbol - 261) / 4
      return (((UInt32(symbol - 265) % 4 + 4) << extra) + 3) << 16 | extra
    case 285: return 258 << 16
    default: return illegal
    }
  }

  /// Of the symbol 0…31 of the distance code.
  static let distances: [UInt32] = (0..<32).map { symbol in
    switch symbol {
    case 0...3: return UInt32(symbol + 1) << 16
    case 4...29:
      let extra = UInt32(symbol - 2) / 2
      return (((UInt32(symbol) % 2 + 2) << extra) + 1) << 16 | extra
    default: return illegal
    }
  }

  /// The length or distance of an entry, with the extra bits behind its code at the beginning of `bits`.
  @inline(__always)
  static func value(_ entry: UInt32, _ bits: UInt64) -> Int {
    let extra = (bits & (1 &<< UInt64(truncatingIfNeeded: entry) &- 1)) &>> UInt64(truncatingIfNeeded: entry &>> 8 & 15)
    return Int(truncatingIfNeeded: entry &>> 16) &+ Int(truncatingIfNeeded: extra)
  }

  /// The entry of a symbol whose code has `length` bits.
  @inline(__always)
  static func made(of template: UInt32, length: Int) -> UInt32 {
    let length = UInt32(truncatingIfNeeded: length)
    return template &+ (template & literals != 0 ? length : length &* 0x101)
  }
}
