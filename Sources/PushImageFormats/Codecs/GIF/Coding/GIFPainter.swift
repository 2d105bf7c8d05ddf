/// Paints true colours with those of a palette.
@safe struct GIFPainter: ~Copyable {
  /// Each pixel a colour of the palette, or 0.
  let canvas: PixelPlane<UInt32>
  private let screen: PixelSize
  private var nearest: GIFNearestColor

  /// - Precondition: there are 1 to 256 colours.
  init(screen: PixelSize, palette: [UInt32]) {
    self.screen = screen
    canvas = PixelPlane(count: screen.pixelCount, repeating: 0)
    nearest = GIFNearestColor(palette)
  }

  /// Paints with other colours from now on.
  mutating func take(_ palette: [UInt32]) { nearest = GIFNearestColor(palette) }

  /// Takes over a part of `source`: the nearest colour for each pixel, whatever stands beside it.
  mutating func paint(_ source: PixelPlane<UInt32>, in place: PixelRectangle) {
    for y in place.rows {
      let offset = y * screen.width + place.x
      let (from, to) = unsafe (source.base + offset, canvas.base + offset)
      for x in 0..<place.width {
        let pixel = unsafe from[x]
        unsafe to[x] = pixel == 0 ? 0 : nearest.colors[nearest.index(of: pixel)]
      }
    }
  }
}
