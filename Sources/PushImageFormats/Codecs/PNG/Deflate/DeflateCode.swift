/// A Huffman code by the lengths of its codes (RFC 1951 3.2.2): the order of the codes, and whether there is one.
struct DeflateCode {
  static let maxLength = 15

  /// Symbols of each length; index 0 counts those without a code.
  private(set) var counts = InlineArray<16, UInt16>(repeating: 0)
  /// Symbols by the length of their code, then by number; at the end those without a code.
  private(set) var symbols = InlineArray<288, UInt16>(repeating: 0)
  private(set) var longest = 0

  /// What a set of lengths makes.
  enum Shape: Sendable { case complete, incomplete, oversubscribed }

  /// The code of no symbols.
  init() {}

  /// Sorts up to 288 symbols; lengths are 0…15.
  ///
  /// In four lanes of consecutive symbols, each with counters of its own: neighbours have mostly the same length, and one
  /// counter would wait for itself.
  init(_ lengths: Span<UInt8>) {
    let laneSize = (lengths.count + 3) / 4
    var next = InlineArray<64, UInt16>(repeating: 0)
    Self.visit(lengths, laneSize) { lane, length, _ in next[(lane &<< 4 | length) & 63] &+= 1 }
    // From counts to places; behind the others those without a code: to leave them out would cost more.
    var place: UInt16 = 0
    for length in (1...16).lazy.map({ $0 & 15 }) {
      let first = place
      for lane in 0..<4 {
        let count = next[lane << 4 | length]
        next[lane << 4 | length] = place
        place &+= count
      }
      counts[length] = place &- first
      if length > 0, place > first { longest = length }
    }
    Self.visit(lengths, laneSize) { lane, length, symbol in
      let slot = (lane &<< 4 | length) & 63
      symbols[Int(next[slot])] = UInt16(truncatingIfNeeded: symbol)
      next[slot] &+= 1
    }
  }

  /// All symbols with their lanes and lengths, one of each lane in turn.
  @inline(__always)
  private static func visit(_ lengths: Span<UInt8>, _ laneSize: Int, _ body: (Int, Int, Int) -> Void) {
    for index in 0..<laneSize {
      for lane in 0..<4 {
        let symbol = lane &* laneSize &+ index
        if symbol < lengths.count { body(lane, Int(lengths[symbol] & 15), symbol) }
      }
    }
  }

  /// Whether each string of bits begins with one code exactly.
  var shape: Shape {
    var free = 1
    for length in 1...Self.maxLength {
      free = free << 1 - Int(counts[length])
      if free < 0 { return .oversubscribed }
    }
    return free == 0 ? .complete : .incomplete
  }

  /// Whether zlib takes the code for lengths or distances: a complete one, a single code of one bit, or none at all.
  var isLegal: Bool {
    switch shape {
    case .complete: true
    case .incomplete: longest <= 1
    case .oversubscribed: false
    }
  }

  /// The next code of the same length, both as the stream has them: first bit lowest. Zero after the last one.
  @inline(__always)
  static func successor(of code: Int, length: Int) -> Int {
    let zeros = ~code & (1 &<< length &- 1)
    guard zeros != 0 else { return 0 }
    let highest = 1 &<< (Int.bitWidth &- 1 &- zeros.leadingZeroBitCount)
    return code & (highest &- 1) | highest
  }
}
