/// SplitMix64: the same numbers for the same seed on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts at a place of the sequence that `seed` alone decides.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to `limit`, which it does not reach; 0 when `limit` is not positive.
  public mutating func below(_ limit: Int) -> Int {
    limit > 0 ? Int(truncatingIfNeeded: next() >> 33) % limit : 0
  }

  /// Any byte.
  public mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 40) }
}
