/// What the colours of a picture allow: all of it exact, pixels that are wholly transparent included.
struct PNGAnalysis: Sendable {
  /// Every colour in the order it came, with how often; nil when there are more than 256.
  private(set) var colors: [(color: PixelColor, count: Int)]? = []
  private(set) var isGray = true
  private(set) var isOpaque = true
  /// Opacity is 0 or 255 everywhere.
  private(set) var isCutOut = true
  /// The one colour of all transparent pixels, if they have one.
  private(set) var transparentColor: PixelColor?
  private var transparentColorsDiffer = false
  /// That colour is also an opaque one, by a second look.
  private(set) var keyIsTaken = false

  init(_ bitmap: Bitmap) {
    var table = PNGColorTable()
    var last: PixelColor?
    bitmap.forEachColor { color in
      if color == last { return table.countLast() }
      last = color
      table.add(color)
      note(color)
    }
    colors = table.colors
    if isCutOut, let key = transparentColor, !transparentColorsDiffer {
      let opaque = PixelColor(rawValue: key.rawValue | 0xFF00_0000)
      bitmap.forEachColor { if $0 == opaque { keyIsTaken = true } }
    }
  }

  /// The colour that can stand for transparency, when there is one that no opaque pixel has.
  var key: PixelColor? { isCutOut && !transparentColorsDiffer && !keyIsTaken ? transparentColor : nil }

  private mutating func note(_ color: PixelColor) {
    if color.red != color.green || color.red != color.blue { isGray = false }
    guard color.alpha < 255 else { return }
    isOpaque = false
    guard color.alpha == 0 else { return isCutOut = false }
    if let known = transparentColor, known != color { transparentColorsDiffer = true }
    transparentColor = color
  }
}

/// Counts up to 256 colours.
struct PNGColorTable: Sendable {
  private static let slotCount = 1_024
  /// Index of a colour plus one; 0 is free.
  private var slots = [Int16](repeating: 0, count: slotCount)
  private var entries: [(color: PixelColor, count: Int)] = []
  private var lastIndex = 0
  private var isFull = false

  /// Nil when there were more.
  var colors: [(color: PixelColor, count: Int)]? { isFull ? nil : entries }

  mutating func countLast() {
    if !isFull { entries[lastIndex].count += 1 }
  }

  mutating func add(_ color: PixelColor) {
    guard !isFull else { return }
    var slot = Self.slot(color)
    while slots[slot] > 0 {
      let index = Int(slots[slot]) - 1
      if entries[index].color == color {
        entries[index].count += 1
        lastIndex = index
        return
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    guard entries.count < 256 else { return isFull = true }
    entries.append((color, 1))
    slots[slot] = Int16(entries.count)
    lastIndex = entries.count - 1
  }

  /// The index of a colour that was added.
  func index(of color: PixelColor) -> Int {
    var slot = Self.slot(color)
    while slots[slot] > 0 {
      let index = Int(slots[slot]) - 1
      if entries[index].color == color { return index }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return 0
  }

  private static func slot(_ color: PixelColor) -> Int {
    Int(truncatingIfNeeded: (color.rawValue &* 0x9E37_79B1) &>> 22)
  }
}
