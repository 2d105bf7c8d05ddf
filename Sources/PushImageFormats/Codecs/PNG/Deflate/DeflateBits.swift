/// Bits of a deflate stream (RFC 1951 3.1.1: least significant first) that comes in pieces.
///
/// Bytes are taken one at a time and only when a bit of them is needed, so that what follows the stream is never
/// touched. Bits above `count` are zero.
struct DeflateBits: Sendable {
  /// The next bit is the lowest.
  var bits: UInt64 = 0
  /// Valid bits in `bits`, 0…63.
  var count = 0

  /// Takes bytes of `piece` until `wanted` bits, at most 56, are there; false when the piece ends before.
  @inline(__always)
  mutating func fill(_ wanted: Int, from piece: Span<UInt8>, _ position: inout Int) -> Bool {
    while count < wanted {
      guard takeByte(of: piece, &position) else { return false }
    }
    return true
  }

  /// Takes one byte; false at the end of the piece.
  @inline(__always)
  mutating func takeByte(of piece: Span<UInt8>, _ position: inout Int) -> Bool {
    guard position < piece.count else { return false }
    bits |= UInt64(piece[position]) &<< UInt64(truncatingIfNeeded: count)
    position &+= 1
    count &+= 8
    return true
  }

  /// The next `width` bits, 0…32, which stay.
  @inline(__always)
  func peek(_ width: Int) -> Int { Int(truncatingIfNeeded: bits & (1 &<< UInt64(truncatingIfNeeded: width) &- 1)) }

  /// Removes bits that are there.
  @inline(__always)
  mutating func drop(_ width: Int) {
    bits = bits &>> UInt64(truncatingIfNeeded: width)
    count &-= width
  }

  /// `peek` and `drop`.
  @inline(__always)
  mutating func take(_ width: Int) -> Int {
    defer { drop(width) }
    return peek(width)
  }

  /// Removes the rest of a byte that was begun.
  mutating func alignToByte() { drop(count & 7) }
}
