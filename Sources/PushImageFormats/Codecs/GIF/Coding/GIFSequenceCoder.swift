/// Codes canvases one after the other: what changes from each to the next, with the disposal that leaves least to say.
///
/// The frame before the last is held back, because how it is disposed of depends on what comes next. Memory for two
/// screens besides the caller's; time for the pixels that change.
@safe struct GIFSequenceCoder: ~Copyable {
  private let screen: PixelSize
  private var coder: GIFFrameCoder
  private var writer: GIFWriter
  /// What is shown when the frame that is held back is drawn.
  private let base: PixelPlane<UInt32>
  /// What it makes of that.
  private let target: PixelPlane<UInt32>
  private var held: HeldFrame?
  /// Frames so far, with the one held back.
  private(set) var frameCount = 0

  private struct HeldFrame {
    var place: PixelRectangle
    var delay: Int
  }

  /// - Parameter palette: global colours, the most used first; frames with others bring their own.
  init(screen: PixelSize, loopCount: Int?, palette: [UInt32], isThorough: Bool) {
    self.screen = screen
    writer = GIFWriter(screen: screen, loopCount: loopCount)
    coder = GIFFrameCoder(palette: palette, pixelCount: screen.pixelCount, isThorough: isThorough)
    base = PixelPlane(count: screen.pixelCount, repeating: 0)
    target = PixelPlane(count: screen.pixelCount, repeating: 0)
  }

  /// Takes the next canvas; false when it cannot be coded with 256 colours a frame.
  ///
  /// - Parameters:
  ///   - changed: outside of it the canvas is as before.
  ///   - delay: in hundredths of a second. A canvas that is as before makes the one before last longer, unless either
  ///     delay is 0 or 1, which viewers replace by a longer one.
  mutating func append(_ canvas: PixelPlane<UInt32>, changed: PixelRectangle, delay: Int) -> Bool {
    guard let frame = held else {
      target.copy(PixelRectangle(screen), rowLength: screen.width, from: canvas)
      held = HeldFrame(place: PixelRectangle(screen), delay: delay)
      frameCount = 1
      return true
    }
    let difference = canvas.difference(from: target, in: changed, rowLength: screen.width)
    if difference.isEmpty, delay > 1, frame.delay > 1, frame.delay + delay <= 65_535 {
      held?.delay += delay
      return true
    }
    let plan = plan(canvas, frame, changed: difference)
    guard commit(frame, extendedTo: plan.extended, plan.disposal) else { return false }
    target.copy(difference, rowLength: screen.width, from: canvas)
    let place = plan.place.isEmpty ? PixelRectangle(x: 0, y: 0, width: 1, height: 1) : plan.place
    held = HeldFrame(place: place, delay: delay)
    frameCount += 1
    return true
  }

  /// Puts blocks before the first frame.
  mutating func keep(_ blocks: [UInt8]) { writer.append(blocks) }

  /// The file; nil when the last frame cannot be coded.
  mutating func finish() -> [UInt8]? {
    if let frame = held, !commit(frame, extendedTo: .empty, .none) { return nil }
    held = nil
    let count = min(256, coder.highestIndex + 1)
    var palette = Array(coder.table.colors.prefix(count))
    while palette.count < count { palette.append(0xFF00_0000) }
    return writer.finish(palette: palette)
  }

  /// Writes the frame that is held back and moves `base` to where the next begins.
  private mutating func commit(
    _ frame: HeldFrame, extendedTo extended: PixelRectangle, _ disposal: GIFDisposal
  ) -> Bool {
    let place = frame.place.union(extended)
    guard let coded = coder.code(target, over: base, in: place, rowLength: screen.width) else { return false }
    writer.append(coded, delay: frame.delay, disposal: disposal)
    switch disposal {
    case .none: base.copy(place, rowLength: screen.width, from: target)
    case .background:
      base.copy(place, rowLength: screen.width, from: target)
      base.fill(place, rowLength: screen.width, with: 0)
    case .previous: break
    }
    return true
  }

  // MARK: Disposal

  /// How the held frame goes, and what the next one has to draw then.
  private struct Plan {
    var disposal: GIFDisposal
    var place: PixelRectangle
    /// What the held frame must cover besides, so that it becomes transparent.
    var extended = PixelRectangle.empty
    /// Pixels to draw; -1 when this way does not lead to the canvas.
    var cost: Int
  }

  private func plan(_ canvas: PixelPlane<UInt32>, _ frame: HeldFrame, changed: PixelRectangle) -> Plan {
    let stays = keeping(canvas, changed)
    guard stays.cost != 0 else { return stays }
    let around = changed.union(frame.place)
    // Viewers differ in what was there before the first frame.
    let restored = frameCount > 1 ? restoring(canvas, frame, around) : stays
    let best = restored.cost >= 0 && (stays.cost < 0 || restored.cost < stays.cost) ? restored : stays
    guard stays.cost < 0 else { return best }
    let cleared = clearing(canvas, frame, around)
    return best.cost < 0 || cleared.cost <= best.cost ? cleared : best
  }

  /// The frame stays.
  private func keeping(_ canvas: PixelPlane<UInt32>, _ changed: PixelRectangle) -> Plan {
    var plan = Plan(disposal: .none, place: changed, cost: 0)
    plan.cost = cost(from: target, to: canvas, in: changed)
    return plan
  }

  /// What was there before comes back.
  private func restoring(_ canvas: PixelPlane<UInt32>, _ frame: HeldFrame, _ around: PixelRectangle) -> Plan {
    var plan = Plan(disposal: .previous, place: .empty, cost: 0)
    plan.place = canvas.difference(from: base, in: around, rowLength: screen.width)
    plan.cost = cost(from: base, to: canvas, in: plan.place)
    return plan
  }

  /// Its place becomes transparent, and so does all else that must.
  private func clearing(_ canvas: PixelPlane<UInt32>, _ frame: HeldFrame, _ around: PixelRectangle) -> Plan {
    let vanishing = vanishing(canvas, around)
    let cleared = frame.place.union(vanishing)
    var plan = Plan(disposal: .background, place: .empty, extended: vanishing, cost: 0)
    let opaque = opaque(canvas, in: cleared)
    let outside = canvas.difference(from: target, in: around, rowLength: screen.width)
    plan.place = opaque.place.union(outside.intersection(cleared) == outside ? .empty : outside)
    plan.cost = opaque.count
    return plan
  }

  /// Pixels to draw; -1 when one would have to become transparent.
  private func cost(from old: PixelPlane<UInt32>, to new: PixelPlane<UInt32>, in place: PixelRectangle) -> Int {
    var count = 0
    for y in place.rows {
      let offset = y * screen.width + place.x
      let (before, after) = unsafe (old.base + offset, new.base + offset)
      for x in 0..<place.width where unsafe before[x] != after[x] {
        guard unsafe after[x] != 0 else { return -1 }
        count &+= 1
      }
    }
    return count
  }

  /// The part of `place` that becomes transparent.
  private func vanishing(_ canvas: PixelPlane<UInt32>, _ place: PixelRectangle) -> PixelRectangle {
    var result = PixelRectangle.empty
    for y in place.rows {
      let offset = y * screen.width
      for x in place.columns {
        let vanishes = unsafe canvas.base[offset + x] == 0 && target.base[offset + x] != 0
        if vanishes { result = result.union(PixelRectangle(x: x, y: y, width: 1, height: 1)) }
      }
    }
    return result
  }

  /// The part of `place` that is drawn, and how many pixels are.
  private func opaque(_ canvas: PixelPlane<UInt32>, in place: PixelRectangle) -> (place: PixelRectangle, count: Int) {
    var result = PixelRectangle.empty
    var count = 0
    for y in place.rows {
      let row = unsafe canvas.base + y * screen.width
      guard let first = place.columns.first(where: { unsafe row[$0] != 0 }),
        let last = place.columns.last(where: { unsafe row[$0] != 0 })
      else { continue }
      result = result.union(PixelRectangle(x: first, y: y, width: last - first + 1, height: 1))
      for x in first...last where unsafe row[x] != 0 { count &+= 1 }
    }
    return (result, count)
  }
}
