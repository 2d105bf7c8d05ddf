/// Damages bytes, the same way for the same seed.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A linear congruential generator (Knuth's constants); its upper bits are good enough to choose places.
  private mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return limit > 0 ? Int(state >> 33) % limit : 0
  }

  /// One to three changes: a flipped bit, another byte, bytes gone, bytes more, a run of zeros, an extreme integer.
  mutating func damaged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...next(below: 3) where !bytes.isEmpty { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = next(below: bytes.count)
    let end = min(bytes.count, place + 1 + next(below: 8))
    switch next(below: 7) {
    case 0, 1: bytes[place] ^= 1 << UInt8(next(below: 8))
    case 2: bytes[place] = UInt8(next(below: 256))
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: (place..<end).map { _ in UInt8(next(below: 256)) }, at: place)
    case 5: for index in place..<end { bytes[index] = 0 }
    default: for index in place..<min(bytes.count, place + 4) { bytes[index] = 0xFF }
    }
  }
}
