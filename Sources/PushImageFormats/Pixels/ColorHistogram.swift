/// How often which colour is there, for one picture or many that share a palette.
///
/// Exact up to `maxColorCount` colours; with more of them near ones are counted together, by fewer and fewer bits a
/// channel. Depends on nothing but what was added and in which order. Colours that are wholly transparent are one.
package struct ColorHistogram: Sendable {
  /// Colours, or groups of them, that are told apart: 65,536.
  package static let maxColorCount = 65_536

  /// A colour or a group of near ones.
  struct Entry: Sendable {
    /// The colour; of a group what its colours have in common.
    var key: UInt32 = 0
    var weight: Int = 0
    /// Sums by weight, of channels times opacity and of opacity itself.
    var red: Int = 0
    var green: Int = 0
    var blue: Int = 0
    var alpha: Int = 0
  }

  /// Bits that tell colours apart, from all to few enough for any picture.
  private static let masks: [UInt32] = [0xFFFF_FFFF, 0xF8FC_FCFC, 0xF0F8_F8F8, 0xE0F0_F0F0]
  private static let slotCount = 4 * maxColorCount

  /// Index of an entry plus one, by hash; 0 is free.
  private var slots = [Int32](repeating: 0, count: slotCount)
  private(set) var entries: [Entry] = []
  private var level = 0

  /// Of nothing.
  package init() {}

  /// Of a picture.
  ///
  /// - Precondition: the layout is not CMYK.
  package init(_ bitmap: Bitmap) {
    add(bitmap)
  }

  /// The colours in the order they came; nil when there are more than are told apart.
  package var colors: [PixelColor]? { level == 0 ? entries.map { PixelColor(rawValue: $0.key) } : nil }

  /// How many colours, or groups of them, there are.
  package var count: Int { entries.count }

  /// Adds a colour; `weight` is at least 1.
  ///
  /// Weights of one histogram add up to less than 2^46, which is more than any picture has pixels.
  package mutating func add(_ color: PixelColor, weight: Int = 1) {
    let color = color.alpha == 0 ? .transparent : color
    let alpha = Int(color.alpha) * weight
    add(
      Entry(
        key: color.rawValue, weight: weight, red: Int(color.red) * alpha, green: Int(color.green) * alpha,
        blue: Int(color.blue) * alpha, alpha: alpha))
  }

  /// Adds every pixel.
  ///
  /// - Precondition: the layout is not CMYK.
  package mutating func add(_ bitmap: Bitmap) {
    var run = PixelColor.transparent
    var length = 0
    bitmap.forEachColor { color in
      if color != run {
        if length > 0 { add(run, weight: length) }
        run = color
        length = 0
      }
      length += 1
    }
    if length > 0 { add(run, weight: length) }
  }

  private mutating func add(_ entry: Entry) {
    let key = entry.key & Self.masks[level]
    // Fibonacci hashing; the table is a quarter full at most.
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) &>> 14)
    while true {
      let index = Int(slots[slot]) - 1
      if index < 0 { break }
      if entries[index].key == key {
        entries[index].weight &+= entry.weight
        entries[index].red &+= entry.red
        entries[index].green &+= entry.green
        entries[index].blue &+= entry.blue
        entries[index].alpha &+= entry.alpha
        return
      }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    guard entries.count < Self.maxColorCount else { return coarsen(adding: entry) }
    var new = entry
    new.key = key
    entries.append(new)
    slots[slot] = Int32(entries.count)
  }

  /// Counts nearer colours together. The last mask leaves 15 bits, so that this ends.
  private mutating func coarsen(adding entry: Entry) {
    let finer = entries
    level += 1
    entries.removeAll(keepingCapacity: true)
    slots = [Int32](repeating: 0, count: Self.slotCount)
    for entry in finer { add(entry) }
    add(entry)
  }
}
