/// Frames of which not every pixel must be exact.
extension GIFFrameCoder {
  /// The frame that makes about `target` of `shown` within `place`, and `shown` what that frame makes of it.
  ///
  /// - Parameter tolerance: the square of the distance that a colour may be off: of a pixel that stays as it is, or that
  ///   takes another index for the sake of a longer string.
  /// - Precondition: no pixel of `target` is transparent, and all colours are of the global palette, which has one to
  ///   255.
  mutating func code(
    _ target: PixelPlane<UInt32>, over shown: PixelPlane<UInt32>, in place: PixelRectangle, rowLength: Int,
    tolerance: Int
  ) -> GIFCodedFrame {
    let freeCount = gather(target, shown, place, rowLength, tolerance)
    let count = table.colors.count
    let transparent = freeCount > 0 ? count : nil
    let lists = GIFChoiceLists(
      transparent: transparent.map { UInt8($0) }, colors: table.colors, tolerance: tolerance)
    let codeSize = GIFCompressor.codeSize(upTo: max(count - 1, transparent ?? 0))
    let data = compressor.compress(
      indices, free: free, lists, into: choices, count: place.pixelCount, codeSize: codeSize)
    highestIndex = max(highestIndex, count - 1, transparent ?? 0)
    show(on: shown, place, rowLength, transparent: transparent)
    return GIFCodedFrame(place: place, palette: nil, transparentIndex: transparent, data: data)
  }

  /// Fills the planes; how many pixels may stay as they are.
  private func gather(
    _ target: PixelPlane<UInt32>, _ shown: PixelPlane<UInt32>, _ place: PixelRectangle, _ rowLength: Int,
    _ tolerance: Int
  ) -> Int {
    var freeCount = 0
    var position = 0
    for y in place.rows {
      let offset = y * rowLength + place.x
      let (new, old) = unsafe (target.base + offset, shown.base + offset)
      for x in 0..<place.width {
        let (color, before) = unsafe (new[x], old[x])
        let stays = before != 0 && (color == before || GIFColor.distance(color, before) <= tolerance)
        freeCount &+= stays ? 1 : 0
        unsafe indices.base[position] = UInt8(truncatingIfNeeded: max(0, table.index(of: color)))
        unsafe free.base[position] = stays ? 1 : 0
        position &+= 1
      }
    }
    return freeCount
  }

  private func show(
    on shown: PixelPlane<UInt32>, _ place: PixelRectangle, _ rowLength: Int, transparent: Int?
  ) {
    let skipped = transparent ?? 256
    var position = 0
    for y in place.rows {
      let row = unsafe shown.base + y * rowLength + place.x
      for x in 0..<place.width {
        let index = unsafe Int(choices.base[position])
        if index != skipped { unsafe row[x] = table.colors[index] }
        position &+= 1
      }
    }
  }
}
