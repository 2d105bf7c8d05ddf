/// Codes opaque canvases one after the other, not quite exactly: colours may be off by a tolerance.
///
/// What is off on the screen stays so until the picture changes by more than the tolerance, so that errors neither
/// flicker nor add up.
@safe struct GIFTolerantCoder: ~Copyable {
  private let screen: PixelSize
  private let tolerance: Int
  private var coder: GIFFrameCoder
  private var writer: GIFWriter
  /// What a viewer shows by now.
  let shown: PixelPlane<UInt32>
  /// The last frame, which may be shown longer yet.
  private var held: (frame: GIFCodedFrame, delay: Int)?
  /// Frames so far.
  private(set) var frameCount = 0

  /// - Parameters:
  ///   - palette: at most 255 colours; all that the canvases have.
  ///   - tolerance: the square of the distance of two colours that count as equal.
  init(screen: PixelSize, loopCount: Int?, palette: [UInt32], tolerance: Int) {
    self.screen = screen
    self.tolerance = tolerance
    writer = GIFWriter(screen: screen, loopCount: loopCount)
    coder = GIFFrameCoder(palette: palette, pixelCount: screen.pixelCount, isThorough: false)
    shown = PixelPlane(count: screen.pixelCount, repeating: 0)
  }

  /// Bytes of the frames so far.
  var byteCount: Int { writer.byteCount + (held?.frame.byteCount ?? 0) }

  /// Takes a canvas for shown without coding it, to learn what the next one costs.
  mutating func begin(with canvas: PixelPlane<UInt32>) {
    shown.copy(PixelRectangle(screen), rowLength: screen.width, from: canvas)
    frameCount = 1
  }

  /// Takes the next canvas, which differs from the one before in `changed` only.
  mutating func append(_ canvas: PixelPlane<UInt32>, changed: PixelRectangle, delay: Int) {
    let place = frameCount == 0 ? PixelRectangle(screen) : difference(canvas, changed)
    if place.isEmpty, let frame = held, delay > 1, frame.delay > 1, frame.delay + delay <= 65_535 {
      held?.delay += delay
      return
    }
    let drawn = place.isEmpty ? PixelRectangle(x: 0, y: 0, width: 1, height: 1) : place
    let coded = coder.code(canvas, over: shown, in: drawn, rowLength: screen.width, tolerance: tolerance)
    writeHeld()
    held = (coded, delay)
    frameCount += 1
  }

  /// The file.
  mutating func finish() -> [UInt8] {
    writeHeld()
    var palette = coder.table.colors
    while palette.count <= coder.highestIndex { palette.append(0xFF00_0000) }
    return writer.finish(palette: palette)
  }

  private mutating func writeHeld() {
    if let frame = held { writer.append(frame.frame, delay: frame.delay, disposal: .none) }
    held = nil
  }

  /// The smallest place outside of which no pixel is off by more than the tolerance.
  private func difference(_ canvas: PixelPlane<UInt32>, _ place: PixelRectangle) -> PixelRectangle {
    var (left, right, top, bottom) = (Int.max, -1, -1, -1)
    for y in place.rows {
      let offset = y * screen.width
      let (new, old) = unsafe (canvas.base + offset, shown.base + offset)
      func isOff(_ x: Int) -> Bool {
        let (color, before) = unsafe (new[x], old[x])
        return color != before && GIFColor.distance(color, before) > tolerance
      }
      guard let first = place.columns.first(where: isOff), let last = place.columns.last(where: isOff) else { continue }
      if top < 0 { top = y }
      bottom = y
      left = min(left, first)
      right = max(right, last)
    }
    guard top >= 0 else { return .empty }
    return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
