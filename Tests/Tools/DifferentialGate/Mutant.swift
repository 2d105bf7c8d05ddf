internal import PushImage

/// A damaged copy of a seed file: the same for the same files, seed and number.
public struct Mutant: Sendable {
  /// What it was made of.
  public let seed: SeedFile
  /// What was done, in order.
  public private(set) var steps: [String] = []
  /// What came of it.
  public private(set) var bytes: [UInt8]
  private var random: SeededRandom

  /// Chooses a file and damages it in one to four places.
  ///
  /// - Precondition: `files` is not empty.
  public init(of files: [SeedFile], seed: UInt64, number: Int) {
    random = SeededRandom(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    self.seed = files[random.below(files.count)]
    bytes = self.seed.bytes
    if self.seed.format == .png, random.below(8) == 0, damageRows() { return }
    damage()
    if self.seed.format == .png { repairChecksums() }
  }

  /// For people: file and steps.
  public var summary: String { "\(seed.name): \(steps.joined(separator: ", "))" }

  // MARK: checksums

  private mutating func damageRows() -> Bool {
    var random = random
    var steps: [String] = []
    let changed = PNGRepair.withRows(of: bytes) { rows in
      for _ in 0...random.below(3) where !rows.isEmpty { steps.append("row \(Self.change(&rows, &random))") }
    }
    guard let changed else { return false }
    bytes = changed
    self.steps = steps
    self.random = random
    return true
  }

  private mutating func repairChecksums() {
    guard random.below(4) > 0 else { return }
    bytes = PNGRepair.withCRCs(bytes)
    steps.append("CRCs repaired")
    guard random.below(3) == 0, let repaired = PNGRepair.withAdler(bytes) else { return }
    bytes = repaired
    steps.append("Adler-32 repaired")
  }

  // MARK: damage

  private mutating func damage() {
    // Most files should still be read far: one change is the usual case.
    let count = [1, 1, 1, 2, 3, 4][random.below(6)]
    for _ in 0..<count where !bytes.isEmpty { steps.append(Self.change(&bytes, &random)) }
  }

  /// Headers and tables decide more than data do, and are shorter: they get their share.
  private static func place(in bytes: [UInt8], _ random: inout SeededRandom) -> Int {
    switch random.below(6) {
    case 0, 1: random.below(min(bytes.count, 700))
    case 2: bytes.count - 1 - random.below(min(bytes.count, 40))
    default: random.below(bytes.count)
    }
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) -> String {
    let place = place(in: bytes, &random)
    let length = 1 + (random.below(4) == 0 ? random.below(600) : random.below(8))
    let run = place..<min(bytes.count, place + length)
    switch random.below(12) {
    case 0, 1, 2:
      let bit = random.below(8)
      bytes[place] ^= 1 << UInt8(bit)
      return "bit \(bit) of byte \(place) flipped"
    case 3, 4:
      bytes[place] = random.byte()
      return "byte \(place) = \(bytes[place])"
    case 5:
      bytes.removeSubrange(place...)
      return "cut to \(place)"
    case 6:
      bytes.removeSubrange(run)
      return "\(run) deleted"
    case 7:
      bytes.insert(contentsOf: run.prefix(12).map { _ in random.byte() }, at: place)
      return "\(run.prefix(12).count) bytes inserted at \(place)"
    case 8:
      for index in run { bytes[index] = 0 }
      return "\(run) zeroed"
    case 9:
      let copy = Array(bytes[run])
      let target = Self.place(in: bytes, &random)
      bytes.insert(contentsOf: copy, at: target)
      return "\(run) repeated at \(target)"
    case 10:
      // Markers, terminators and extreme numbers.
      let value: [UInt8] = [[0xFF, 0xD0 &+ UInt8(random.below(10))], [0xFF], [0xFF, 0], [0], [0x3B], [0x2C]][
        random.below(6)]
      bytes.insert(contentsOf: value, at: place)
      return "\(value) inserted at \(place)"
    default:
      bytes[place] = bytes[place] &+ (random.below(2) == 0 ? 1 : 255)
      return "byte \(place) stepped to \(bytes[place])"
    }
  }
}
