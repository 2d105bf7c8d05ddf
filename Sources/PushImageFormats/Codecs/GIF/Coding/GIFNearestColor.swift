/// Finds the nearest of at most 256 colours, exactly; of equals the one with the lowest index.
///
/// The cube of colours is cut into 32 x 32 x 32 cells. When a cell is first asked for, the colours that can be nearest
/// to any point of it are noted; mostly that is a handful.
@safe struct GIFNearestColor {
  let colors: [UInt32]
  /// By cell: where its candidates begin, above how many there are; 0 for a cell that nobody asked for.
  private var cells = [UInt32](repeating: 0, count: 32_768)
  private var candidates: [UInt8] = []
  private var lastPixel: UInt32 = 0
  private var lastIndex = 0

  /// - Precondition: there are 1 to 256 colours, all opaque.
  init(_ colors: [UInt32]) {
    precondition((1...256).contains(colors.count))
    self.colors = colors
  }

  /// The index of the colour nearest to an opaque pixel.
  @inline(__always)
  mutating func index(of pixel: UInt32) -> Int {
    if pixel == lastPixel { return lastIndex }
    let red = Int(pixel &>> 3 & 31)
    let cell = red | Int(pixel &>> 6 & 0x3E0) | Int(pixel &>> 9 & 0x7C00)
    var entry = cells[cell]
    if entry == 0 {
      entry = fill(cell)
      cells[cell] = entry
    }
    let first = Int(entry >> 9)
    var best = Int.max
    var index = 0
    for position in first..<first + Int(entry & 511) {
      let candidate = Int(candidates[position])
      let distance = GIFColor.distance(pixel, colors[candidate])
      if distance < best {
        best = distance
        index = candidate
      }
    }
    lastPixel = pixel
    lastIndex = index
    return index
  }

  /// Notes who may be nearest: whoever is nearer to the nearest corner than the best of all is to its farthest.
  private mutating func fill(_ cell: Int) -> UInt32 {
    let (red, green, blue) = (cell << 3 & 0xF8, cell >> 2 & 0xF8, cell >> 7 & 0xF8)
    let bounds = colors.map { color -> (near: Int, far: Int) in
      let channels = GIFColor.channels(color)
      let x = Self.reach(channels.red, red)
      let y = Self.reach(channels.green, green)
      let z = Self.reach(channels.blue, blue)
      return (x.near + y.near + z.near, x.far + y.far + z.far)
    }
    let best = bounds.reduce(Int.max) { min($0, $1.far) }
    let first = candidates.count
    for (index, bound) in bounds.enumerated() where bound.near <= best { candidates.append(UInt8(index)) }
    return UInt32(first << 9 | (candidates.count - first))
  }

  /// The squares of the least and the greatest distance of a channel from `low...low + 7`.
  private static func reach(_ value: Int, _ low: Int) -> (near: Int, far: Int) {
    let below = low - value
    let above = value - low - 7
    let near = max(0, below, above)
    let far = max(abs(below), abs(above))
    return (near * near, far * far)
  }
}
