/// A picture that becomes a GIF of one frame.
struct GIFStill {
  private let bitmap: Bitmap
  private let histogram: ColorHistogram
  private let hasTransparency: Bool

  /// - Throws: when the picture is CMYK or too large for the format.
  init(_ bitmap: Bitmap) throws(PushImageError) {
    guard bitmap.layout != .cmyk, bitmap.size.width <= 65_535, bitmap.size.height <= 65_535 else {
      throw PushImageError(.unencodable, "a GIF has red, green and blue and at most 65,535 pixels a side")
    }
    var histogram = ColorHistogram()
    var hasTransparency = false
    bitmap.forEachColor { color in
      if color.alpha < 128 { hasTransparency = true } else { histogram.add(Self.opaque(color)) }
    }
    self.bitmap = bitmap
    self.histogram = histogram
    self.hasTransparency = hasTransparency
  }

  /// 2 to 256 colours for a quality of 1 to 100: ten points less are 43 % fewer.
  static func colorCount(ofQuality quality: Int) -> Int {
    // 2^(8 q / 100) without a mathematics library: whole powers, and straight lines between them.
    let eighths = min(max(quality, 1), 100) * 8
    let power = 1 << (eighths / 100)
    return max(2, power + power * (eighths % 100) / 100)
  }

  private static func opaque(_ color: PixelColor) -> PixelColor { PixelColor(rawValue: color.rawValue | 0xFF00_0000) }

  /// Whether so many colours are all that it has.
  func isExact(colorCount: Int) -> Bool {
    histogram.colors.map { $0.count <= limit(colorCount) } ?? false
  }

  /// One index is for what is transparent.
  private func limit(_ colorCount: Int) -> Int { hasTransparency ? max(1, min(255, colorCount - 1)) : colorCount }

  /// The file.
  ///
  /// - Parameter dithering: 0 for none, 1 for all of the error; without meaning where the colours are exact.
  func encoded(colorCount: Int, dithering: Float = 0.8) -> [UInt8] {
    let canvas = PixelPlane<UInt32>(count: bitmap.size.pixelCount, repeating: 0)
    var palette: [PixelColor] = []
    if histogram.count > 0 {
      palette = ColorQuantizer.palette(for: histogram, maxColorCount: limit(colorCount)).map(Self.opaque)
      draw(palette, dithering: isExact(colorCount: colorCount) ? 0 : dithering, on: canvas)
    }
    var census = GIFColorCensus()
    for color in palette { census.add(color.rawValue, pixelCount: 1) }
    var coder = GIFSequenceCoder(
      screen: bitmap.size, loopCount: nil, palette: census.globalPalette, isThorough: true)
    let isCoded = coder.append(canvas, changed: PixelRectangle(bitmap.size), delay: 0)
    // 256 colours always suffice for one that was drawn with as many.
    return isCoded ? coder.finish() ?? [] : []
  }

  private func draw(_ palette: [PixelColor], dithering: Float, on canvas: PixelPlane<UInt32>) {
    let indices = IndexedBitmap(bitmap, palette: palette, dithering: dithering).indices
    var position = 0
    bitmap.forEachColor { color in
      if color.alpha >= 128 { unsafe canvas.base[position] = palette[Int(indices[position])].rawValue }
      position += 1
    }
  }
}
