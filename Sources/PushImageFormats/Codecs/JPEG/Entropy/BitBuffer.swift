/// The next bits of an un-stuffed window: trivially small, so that a scan loop keeps it in registers.
///
/// Loops hold it as a local and hand it to calls that are not inlined by value only.
@safe
struct BitBuffer {
  /// The next byte to load.
  var next: UnsafePointer<UInt8>
  /// Up to here `EntropyReader.padding` bytes may be consumed without asking.
  var limit: UnsafePointer<UInt8>
  /// Left-aligned.
  var bits: UInt64 = 0
  /// Valid bits in `bits`, 0…63.
  var bitCount = 0

  /// Whether one more block group may be read before `EntropyReader.slide`.
  @inline(__always)
  var hasRoom: Bool { unsafe next <= limit }

  /// The next twelve bits: an index into a lookup table.
  @inline(__always)
  var prefix: Int { Int(bits &>> 52) }

  /// Tops the buffer up to at least 56 bits.
  @inline(__always)
  mutating func refill() {
    bits |= unsafe UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)) &>> UInt64(bitCount)
    unsafe next += (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  /// Consumes up to 56 bits that a `refill()` has provided.
  @inline(__always)
  mutating func drop(_ count: Int) {
    bits = bits &<< UInt64(count)
    bitCount &-= count
  }

  /// Consumes up to 64 bits without looking at them.
  @inline(__always)
  mutating func skip(_ count: Int) {
    if _fastPath(count <= bitCount) { return drop(count) }
    var rest = count
    while rest > 0 {
      let part = min(rest, 48)
      refill()
      drop(part)
      rest &-= part
    }
  }

  /// The next `count` bits, 1…16, as a number; they are consumed. A `refill()` must precede.
  @inline(__always)
  mutating func take(_ count: Int) -> Int {
    let value = Int(bits &>> UInt64(64 &- count))
    drop(count)
    return value
  }
}
