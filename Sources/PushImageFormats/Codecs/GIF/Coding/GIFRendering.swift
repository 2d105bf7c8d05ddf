/// One way to write an animation anew: where its pixels go, in which colours, which frames, and how exactly.
struct GIFRendering {
  var geometry: GIFGeometry
  /// What pixels are painted with.
  enum Colors {
    /// Nothing: they have few enough.
    case own
    /// The nearest of the colours of the frame that is shown.
    case frames
    /// The nearest of the palette.
    case palette
  }

  /// 1 to 255 colours, the most used first; 256 where no tolerance is asked for.
  var palette: [UInt32]
  /// Default: the palette.
  var colors = Colors.palette
  /// Frames that are shown, in their order; the first is 0. Their successors' time is added to theirs.
  var frames: [Int]
  /// The square of the distance of two colours that count as equal; 0 for exact ones.
  var tolerance = 0

  /// The file; nil when a frame cannot be coded.
  ///
  /// - Parameter isOpaque: no pixel of the animation is transparent.
  func encoded(
    _ bytes: Span<UInt8>, _ animation: GIFAnimation, isOpaque: Bool
  ) throws(PushImageError) -> (bytes: [UInt8], frameCount: Int)? {
    let isFilled = geometry.place == PixelRectangle(geometry.screen) || geometry.filling != 0
    var stage = try GIFStage(animation, geometry, isOpaque: isOpaque)
    var painter = GIFPainter(screen: geometry.screen, palette: palette)
    if tolerance > 0, isOpaque, isFilled {
      var coder = GIFTolerantCoder(
        screen: geometry.screen, loopCount: animation.loopCount, palette: palette, tolerance: tolerance)
      _ = show(bytes, animation, &stage, &painter) { canvas, changed, delay in
        coder.append(canvas, changed: changed, delay: delay)
        return true
      }
      return (coder.finish(), coder.frameCount)
    }
    var coder = GIFSequenceCoder(
      screen: geometry.screen, loopCount: animation.loopCount, palette: palette, isThorough: colors == .own)
    let isCoded = show(bytes, animation, &stage, &painter) { canvas, changed, delay in
      coder.append(canvas, changed: changed, delay: delay)
    }
    guard isCoded, let file = coder.finish() else { return nil }
    return (file, coder.frameCount)
  }

  /// Paints the frames that are shown, one after the other, until `take` says no.
  private func show(
    _ bytes: Span<UInt8>, _ animation: GIFAnimation, _ stage: inout GIFStage, _ painter: inout GIFPainter,
    _ take: (PixelPlane<UInt32>, PixelRectangle, Int) -> Bool
  ) -> Bool {
    var position = 0
    while position < frames.count {
      let isShown = stage.frameIndex + 1 == frames[position]
      guard stage.advance(bytes, isShown: isShown) else { break }
      guard isShown else { continue }
      let changed = position == 0 ? PixelRectangle(geometry.screen) : stage.changed
      let frame = animation.frames[frames[position]]
      if colors == .frames { painter.take(GIFAnimation.colors(of: frame, bytes).filter { $0 != 0 }) }
      if colors != .own { painter.paint(stage.canvas, in: changed) }
      let end = position + 1 < frames.count ? frames[position + 1] : animation.frames.count
      let delay = animation.frames[frames[position]..<end].reduce(0) { $0 + $1.control.delay }
      guard take(colors == .own ? stage.canvas : painter.canvas, changed, min(delay, 65_535)) else { return false }
      position += 1
    }
    return true
  }
}
