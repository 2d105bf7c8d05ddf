/// Where the n-th one of a word is, eight bits at a lookup. Holds a 2 KiB table; make one for each scan.
@safe
struct BitRank: ~Copyable {
  /// `[byte * 8 + rank]`: position of that one in the byte; 8 when the byte has fewer.
  private let positions: UnsafeMutablePointer<UInt8>

  init() {
    unsafe positions = .allocate(capacity: 256 * 8)
    unsafe positions.initialize(repeating: 8, count: 256 * 8)
    for byte in 0..<256 {
      var rank = 0
      for bit in 0..<8 where byte >> bit & 1 == 1 {
        unsafe positions[byte * 8 + rank] = UInt8(bit)
        rank += 1
      }
    }
  }

  deinit { unsafe positions.deallocate() }

  /// The position of one number `rank`, 0…15, counted from the lowest; nil when there are fewer.
  @inline(__always)
  func position(of rank: Int, in word: UInt64) -> Int? {
    var rest = word
    var rank = rank
    var base = 0
    while rest != 0 {
      let byte = Int(rest & 0xFF)
      if _fastPath(rank < 8) {
        let position = Int(unsafe positions[byte &* 8 &+ rank])
        if _fastPath(position < 8) { return base &+ position }
      }
      rank &-= byte.nonzeroBitCount
      rest = rest &>> 8
      base &+= 8
    }
    return nil
  }
}
