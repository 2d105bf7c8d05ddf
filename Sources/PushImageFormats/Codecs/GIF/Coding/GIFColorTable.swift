/// Finds the index of an exact colour among at most 256.
@safe struct GIFColorTable {
  /// By index; a colour stands here once.
  private(set) var colors: [UInt32] = []
  /// A hash table four times as large as the most colours; 0, which is no opaque colour, where it is free.
  private let keys = PixelPlane<UInt32>(count: slotCount, repeating: 0)
  private let indices = PixelPlane<UInt8>(count: slotCount, repeating: 0)

  private static let slotCount = 1024

  /// Doubles count once; colours past 256 are left out.
  init(_ colors: some Sequence<UInt32>) {
    for color in colors where color != 0 && self.colors.count < 256 { _ = insert(color) }
  }

  /// The index of a colour, -1 when it is not here.
  @inline(__always)
  func index(of color: UInt32) -> Int {
    let slot = slot(of: color)
    return unsafe keys.base[slot] == 0 ? -1 : Int(indices.base[slot])
  }

  /// Takes a colour in; false when there is no room for it.
  mutating func insert(_ color: UInt32) -> Bool {
    let slot = slot(of: color)
    guard unsafe keys.base[slot] == 0 else { return true }
    guard colors.count < 256 else { return false }
    unsafe keys.base[slot] = color
    unsafe indices.base[slot] = UInt8(colors.count)
    colors.append(color)
    return true
  }

  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    var slot = Int((color &* 0x9E37_79B1) &>> 22)
    while true {
      let key = unsafe keys.base[slot]
      if key == color || key == 0 { return slot }
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
  }
}
