/// The strings that an encoder knows: from a code and the pixel behind it to the code of the longer string.
///
/// A hash table with room for twice the 4,096 codes. An entry is the 20 bits of its key above the 12 of its code.
@safe struct GIFStringTable {
  private let entries: UnsafeMutablePointer<UInt32>

  private static let bitCount: UInt32 = 13
  static let entryCount = 1 << Int(bitCount)
  /// No entry: the last code begins no string, so nothing else looks like this.
  private static let none = UInt32.max

  /// - Parameter memory: of `entryCount` numbers, which must outlive the table.
  init(in memory: PixelPlane<UInt32>) {
    precondition(memory.count >= Self.entryCount)
    unsafe entries = memory.base
  }

  func removeAll() { unsafe entries.update(repeating: Self.none, count: Self.entryCount) }

  /// The code of the string `prefix` and then `pixel`; -1 when there is none.
  @inline(__always)
  func code(_ prefix: Int, _ pixel: UInt8) -> Int {
    let key = Self.key(prefix, pixel)
    let entry = unsafe entries[slot(of: key)]
    return entry == Self.none ? -1 : Int(entry & 4095)
  }

  @inline(__always)
  func insert(_ code: Int, _ prefix: Int, _ pixel: UInt8) {
    let key = Self.key(prefix, pixel)
    unsafe entries[slot(of: key)] = key &<< 12 | UInt32(truncatingIfNeeded: code)
  }

  /// Takes back the last insertion.
  func remove(_ prefix: Int, _ pixel: UInt8) { unsafe entries[slot(of: Self.key(prefix, pixel))] = Self.none }

  @inline(__always)
  private static func key(_ prefix: Int, _ pixel: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: prefix) &<< 8 | UInt32(pixel)
  }

  /// Where the key is, or would be.
  @inline(__always)
  private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) &>> (32 &- Self.bitCount))
    while true {
      let entry = unsafe entries[slot]
      if entry &>> 12 == key || entry == Self.none { return slot }
      slot = (slot &+ 1) & (Self.entryCount &- 1)
    }
  }
}
