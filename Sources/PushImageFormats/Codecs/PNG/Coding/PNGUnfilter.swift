/// Undoes the filter of a row (PNG section 9.2), in place.
///
/// The only code of the decoder that works on raw memory; the caller vouches for the extents.
enum PNGUnfilter {
  /// `row` and `previous` have `count` bytes each, and at least 16 more that may be read and written.
  ///
  /// - Parameter pixelByteCount: 1, 2, 3, 4, 6 or 8: the distance to the byte that filters look back to.
  @unsafe static func undo(
    _ filter: UInt8, _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, count: Int,
    pixelByteCount: Int
  ) {
    switch filter {
    case 1: unsafe sub(row, count, pixelByteCount)
    case 2: unsafe up(row, previous, count)
    case 3: unsafe average(row, previous, count, pixelByteCount)
    case 4: unsafe paeth(row, previous, count, pixelByteCount)
    default: break
    }
  }

  private static func sub(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int) {
    var index = step
    while index < count {
      unsafe row[index] = row[index] &+ row[index &- step]
      index &+= 1
    }
  }

  private static func up(_ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int) {
    for index in 0..<count { unsafe row[index] = row[index] &+ previous[index] }
  }

  private static func average(
    _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ step: Int
  ) {
    for index in 0..<min(step, count) { unsafe row[index] = row[index] &+ previous[index] &>> 1 }
    var index = step
    while index < count {
      let mean = unsafe (UInt16(row[index &- step]) &+ UInt16(previous[index])) &>> 1
      unsafe row[index] = row[index] &+ UInt8(truncatingIfNeeded: mean)
      index &+= 1
    }
  }

  private static func paeth(
    _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ step: Int
  ) {
    for index in 0..<min(step, count) { unsafe row[index] = row[index] &+ previous[index] }
    var index = step
    while index < count {
      let left = unsafe Int32(row[index &- step])
      let above = unsafe Int32(previous[index])
      let corner = unsafe Int32(previous[index &- step])
      let toLeft = abs(above &- corner)
      let toAbove = abs(left &- corner)
      let toCorner = abs(left &+ above &- 2 &* corner)
      let nearest = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
      unsafe row[index] = row[index] &+ UInt8(truncatingIfNeeded: nearest)
      index &+= 1
    }
  }
}
