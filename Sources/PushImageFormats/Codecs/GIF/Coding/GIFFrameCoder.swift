/// Codes what changes from one canvas to the next as one frame.
///
/// Pixels that stay as they are may be written as themselves or as transparent: whichever continues a string that the
/// compression knows. Several ways are tried, and the smallest is taken.
@safe struct GIFFrameCoder: ~Copyable {
  /// The colours of the global palette.
  let table: GIFColorTable
  /// Whether more than one way is tried.
  let isThorough: Bool
  /// The highest index of the global palette that a frame uses, also as transparent; -1 for none.
  var highestIndex = -1
  var compressor: GIFCompressor
  let indices: PixelPlane<UInt8>
  /// 1 for pixels that may be transparent, 2 for those that must.
  let free: PixelPlane<UInt8>
  let choices: PixelPlane<UInt8>

  /// - Parameter palette: global colours in the order of their indexes, the most used first.
  init(palette: [UInt32], pixelCount: Int, isThorough: Bool) {
    table = GIFColorTable(palette)
    self.isThorough = isThorough
    compressor = GIFCompressor(patience: isThorough ? 4096 : 512)
    indices = PixelPlane(count: pixelCount, repeating: 0)
    free = PixelPlane(count: pixelCount, repeating: 0)
    choices = PixelPlane(count: pixelCount, repeating: 0)
  }

  /// The frame that makes `target` of `base` within `place`; nil when it would need more colours than a palette has.
  ///
  /// - Precondition: `place` is within the canvases and holds a pixel.
  mutating func code(
    _ target: PixelPlane<UInt32>, over base: PixelPlane<UInt32>, in place: PixelRectangle, rowLength: Int
  ) -> GIFCodedFrame? {
    if let content = gather(target, base, place, rowLength, table) {
      guard let frame = code(content, place, palette: nil) else { return nil }
      highestIndex = max(highestIndex, frame.highestIndex)
      return frame.coded
    }
    guard let local = localTable(target, base, place, rowLength),
      let content = gather(target, base, place, rowLength, local)
    else { return nil }
    return code(content, place, palette: local.colors)?.coded
  }

  private mutating func code(
    _ content: Content, _ place: PixelRectangle, palette: [UInt32]?
  ) -> (coded: GIFCodedFrame, highestIndex: Int)? {
    let transparent = content.freeCount > 0 ? content.used.firstIndex(of: false) : nil
    guard transparent != nil || !content.needsTransparency else { return nil }
    let plain = content.needsTransparency ? nil : plainData(content, place.pixelCount)
    var best = plain.map { GIFCodedFrame(place: place, palette: palette, transparentIndex: nil, data: $0) }
    var highest = content.highestOwnIndex
    if let transparent, isThorough || plain == nil || content.freeCount * 4 > place.pixelCount {
      let top = max(content.used.lastIndex(of: true) ?? 0, transparent)
      var frame = GIFCodedFrame(
        place: place, palette: palette, transparentIndex: transparent,
        data: freeData(content, transparent, GIFCompressor.codeSize(upTo: top), place.pixelCount))
      if let count = palette?.count, transparent >= count { frame.palette?.append(0xFF00_0000) }
      if best.map({ frame.byteCount < $0.byteCount }) ?? true {
        best = frame
        highest = top
      }
    }
    return best.map { ($0, highest) }
  }

  /// All pixels as they are.
  private mutating func plainData(_ content: Content, _ count: Int) -> [UInt8] {
    compressor.compress(indices, count: count, codeSize: GIFCompressor.codeSize(upTo: content.highestOwnIndex))
  }

  /// With what stays transparent, or now and then not.
  private mutating func freeData(_ content: Content, _ transparent: Int, _ codeSize: Int, _ count: Int) -> [UInt8] {
    let index = UInt8(truncatingIfNeeded: transparent)
    for position in 0..<count {
      guard unsafe free.base[position] != 0 else {
        unsafe choices.base[position] = indices.base[position]
        continue
      }
      unsafe choices.base[position] = index
      // Colours that only pixels have that stay must not make the codes longer.
      if unsafe indices.base[position] >> codeSize > 0 { unsafe free.base[position] = 2 }
    }
    let data = compressor.compress(choices, count: count, codeSize: codeSize)
    guard isThorough else { return data }
    let lists = GIFChoiceLists(transparent: index, colors: [], tolerance: 0)
    let other = compressor.compress(indices, free: free, lists, into: choices, count: count, codeSize: codeSize)
    return other.count < data.count ? other : data
  }

  // MARK: Pixels

  /// What a frame is made of.
  private struct Content {
    /// By index: whether a pixel that changes has it.
    var used = [Bool](repeating: false, count: 256)
    /// The highest index when no pixel is transparent.
    var highestOwnIndex = 0
    /// Pixels that stay as they are.
    var freeCount = 0
    /// Whether a pixel has no colour of the palette and can only be transparent.
    var needsTransparency = false
  }

  /// Fills the planes; nil when a pixel that changes has a colour that is not in `table`.
  private func gather(
    _ target: PixelPlane<UInt32>, _ base: PixelPlane<UInt32>, _ place: PixelRectangle, _ rowLength: Int,
    _ table: GIFColorTable
  ) -> Content? {
    var content = Content()
    var position = 0
    let (indices, free) = unsafe (indices.base, free.base)
    var lastColor: UInt32 = 0
    var lastIndex = -1
    for y in place.rows {
      let offset = y * rowLength + place.x
      let (new, old) = unsafe (target.base + offset, base.base + offset)
      for x in 0..<place.width {
        let color = unsafe new[x]
        if color != lastColor {
          lastColor = color
          lastIndex = color == 0 ? -1 : table.index(of: color)
          content.highestOwnIndex = max(content.highestOwnIndex, lastIndex)
        }
        let stays = unsafe old[x] == color
        if stays {
          content.freeCount &+= 1
          content.needsTransparency = content.needsTransparency || lastIndex < 0
        } else {
          guard lastIndex >= 0 else { return nil }
          content.used[lastIndex] = true
        }
        unsafe indices[position] = UInt8(truncatingIfNeeded: max(0, lastIndex))
        unsafe free[position] = !stays ? 0 : lastIndex < 0 ? 2 : 1
        position &+= 1
      }
    }
    return content
  }

  /// The colours of the pixels that change; nil when they are too many.
  private func localTable(
    _ target: PixelPlane<UInt32>, _ base: PixelPlane<UInt32>, _ place: PixelRectangle, _ rowLength: Int
  ) -> GIFColorTable? {
    var local = GIFColorTable([])
    for y in place.rows {
      let offset = y * rowLength + place.x
      for x in offset..<offset + place.width {
        let color = unsafe target.base[x]
        guard unsafe base.base[x] != color else { continue }
        guard color != 0, local.insert(color) else { return nil }
      }
    }
    return local
  }
}
