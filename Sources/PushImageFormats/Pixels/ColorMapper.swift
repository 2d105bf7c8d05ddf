/// Maps pixels to the nearest colours of one palette; remembers what it found.
package struct ColorMapper: Sendable {
  private static let cacheBitCount: UInt32 = 13

  private let palette: [PixelColor]
  private let search: NearestColor
  /// The last colour with each hash, and its index.
  private var cachedColors: [UInt32]
  private var cachedIndices: [UInt8]
  private var last = 0

  /// - Precondition: the palette has 1 to 256 colours.
  package init(_ palette: [PixelColor]) {
    precondition((1...256).contains(palette.count), "a palette has 1 to 256 colours")
    self.palette = palette
    search = NearestColor(palette.map { SeenColor($0) })
    // Every slot holds a pair that is right: that of no colour at all.
    let (clear, _) = search.nearest(to: SeenColor(.transparent), startingAt: 0)
    cachedColors = Array(repeating: 0, count: 1 << Int(Self.cacheBitCount))
    cachedIndices = Array(repeating: UInt8(truncatingIfNeeded: clear), count: 1 << Int(Self.cacheBitCount))
  }

  /// The index of the nearest colour.
  ///
  /// What is found may depend, between colours equally near, on what was asked before.
  package mutating func index(of color: PixelColor) -> UInt8 {
    let slot = Int(truncatingIfNeeded: (color.rawValue &* 0x9E37_79B1) &>> (32 - Self.cacheBitCount))
    if cachedColors[slot] == color.rawValue { return cachedIndices[slot] }
    let (nearest, _) = search.nearest(to: SeenColor(color), startingAt: last)
    last = nearest
    let index = UInt8(truncatingIfNeeded: nearest)
    cachedColors[slot] = color.rawValue
    cachedIndices[slot] = index
    return index
  }

  /// An index for each pixel, row by row.
  ///
  /// - Precondition: the layout is not CMYK.
  package mutating func map(_ bitmap: Bitmap) -> [UInt8] {
    var indices: [UInt8] = []
    indices.reserveCapacity(bitmap.size.pixelCount)
    var lastColor = PixelColor.transparent
    var lastIndex = index(of: lastColor)
    bitmap.forEachColor { color in
      if color != lastColor {
        lastColor = color
        lastIndex = index(of: color)
      }
      indices.append(lastIndex)
    }
    return indices
  }

  /// An index for each pixel, whose errors spread to pixels not yet mapped.
  ///
  /// - Precondition: the layout is not CMYK.
  package mutating func dither(_ bitmap: Bitmap, strength: Float) -> [UInt8] {
    var colors: [PixelColor] = []
    colors.reserveCapacity(bitmap.size.width)
    var indices = [UInt8](repeating: 0, count: bitmap.size.pixelCount)
    var diffusion = ErrorDiffusion(width: bitmap.size.width, strength: strength)
    let shown = palette.map { PremultipliedColor($0) }
    var y = 0
    bitmap.forEachColor { color in
      colors.append(color)
      guard colors.count == bitmap.size.width else { return }
      diffusion.beginRow()
      for step in colors.indices {
        let x = diffusion.column(of: step)
        indices[y * bitmap.size.width + x] = dithered(colors[x], at: x, shown, &diffusion)
      }
      colors.removeAll(keepingCapacity: true)
      y += 1
    }
    return indices
  }

  /// Colours that the palette has stay as they are where no error reaches them; what is wholly transparent takes none.
  private mutating func dithered(
    _ color: PixelColor, at x: Int, _ shown: [PremultipliedColor], _ diffusion: inout ErrorDiffusion
  ) -> UInt8 {
    guard color.alpha > 0 else {
      return index(of: .transparent)
    }
    let wanted = diffusion.wanted(PremultipliedColor(color), at: x)
    let (nearest, _) = search.nearest(to: wanted.seen, startingAt: last)
    last = nearest
    diffusion.spread(wanted - shown[nearest], from: x)
    return UInt8(truncatingIfNeeded: nearest)
  }
}

/// Red, green and blue times opacity, and opacity; each 0 to 255, or the difference of two such.
struct PremultipliedColor: Sendable {
  var red: Float = 0
  var green: Float = 0
  var blue: Float = 0
  var alpha: Float = 0

  init() {}

  init(_ color: PixelColor) {
    let scale = Float(color.alpha) * (1 / 255)
    red = Float(color.red) * scale
    green = Float(color.green) * scale
    blue = Float(color.blue) * scale
    alpha = Float(color.alpha)
  }

  var seen: SeenColor { SeenColor(premultipliedRed: red, green: green, blue: blue, alpha: alpha) }

  @inline(__always)
  static func - (left: PremultipliedColor, right: PremultipliedColor) -> PremultipliedColor {
    var result = left
    result.red -= right.red
    result.green -= right.green
    result.blue -= right.blue
    result.alpha -= right.alpha
    return result
  }

  @inline(__always)
  mutating func add(_ other: PremultipliedColor, times factor: Float) {
    red += other.red * factor
    green += other.green * factor
    blue += other.blue * factor
    alpha += other.alpha * factor
  }
}

/// The errors that Floyd and Steinberg's filter carries along, rows in alternating directions.
struct ErrorDiffusion {
  private let width: Int
  private let strength: Float
  /// For the row at work and the next; one more on each side spares a question about borders.
  private var errors: [PremultipliedColor]
  private var nextErrors: [PremultipliedColor]
  private var isForward = false

  init(width: Int, strength: Float) {
    self.width = width
    self.strength = strength
    errors = Array(repeating: PremultipliedColor(), count: width + 2)
    nextErrors = errors
  }

  mutating func beginRow() {
    isForward.toggle()
    swap(&errors, &nextErrors)
    for index in nextErrors.indices { nextErrors[index] = PremultipliedColor() }
  }

  func column(of step: Int) -> Int { isForward ? step : width - 1 - step }

  /// The colour with what its neighbours left, inside of what colours can be.
  func wanted(_ color: PremultipliedColor, at x: Int) -> PremultipliedColor {
    var wanted = color
    wanted.add(errors[x + 1], times: strength)
    wanted.alpha = min(max(wanted.alpha, 0), 255)
    // An opaque pixel stays opaque as far as the palette goes.
    if color.alpha == 255 { wanted.alpha = 255 }
    wanted.red = min(max(wanted.red, 0), wanted.alpha)
    wanted.green = min(max(wanted.green, 0), wanted.alpha)
    wanted.blue = min(max(wanted.blue, 0), wanted.alpha)
    return wanted
  }

  mutating func spread(_ error: PremultipliedColor, from x: Int) {
    let ahead = isForward ? 1 : -1
    errors[x + 1 + ahead].add(error, times: 7 / 16)
    nextErrors[x + 1 - ahead].add(error, times: 3 / 16)
    nextErrors[x + 1].add(error, times: 5 / 16)
    nextErrors[x + 1 + ahead].add(error, times: 1 / 16)
  }

}
