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
  init(_ lengths: Span<UInt8>) {
    for index in lengths.indices { counts[Int(lengths[index] & 15)] &+= 1 }
    // Those without a code stand behind the others: to sort them out would cost more.
    var next = InlineArray<16, UInt16>(repeating: 0)
    var sum: UInt16 = 0
    for length in 1..<16 {
      next[length] = sum
      sum &+= counts[length]
      if counts[length] > 0 { longest = length }
    }
    next[0] = sum
    for index in lengths.indices {
      let length = Int(lengths[index] & 15)
      symbols[Int(next[length])] = UInt16(truncatingIfNeeded: index)
      next[length] &+= 1
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
