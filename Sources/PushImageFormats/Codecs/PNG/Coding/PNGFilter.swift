/// The five filters of a row (PNG section 9.2), for writing.
///
/// Raw memory, since these loops are what encoding costs besides deflating; the caller vouches for the extents.
enum PNGFilter {
  /// Writes `count` filtered bytes of `row` to `output`.
  ///
  /// - Parameter previous: the row above, or zeros.
  @unsafe static func apply(
    _ filter: UInt8, _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, count: Int,
    pixelByteCount step: Int,
    to output: UnsafeMutablePointer<UInt8>
  ) {
    let edge = min(step, count)
    switch filter {
    case 1:
      for index in 0..<edge { unsafe output[index] = row[index] }
      unsafe sub(row, count, step, output)
    case 2: unsafe up(row, previous, count, output)
    case 3:
      for index in 0..<edge { unsafe output[index] = row[index] &- previous[index] &>> 1 }
      unsafe average(row, previous, count, step, output)
    case 4:
      for index in 0..<edge { unsafe output[index] = row[index] &- previous[index] }
      unsafe paeth(row, previous, count, step, output)
    default: unsafe output.update(from: row, count: count)
    }
  }

  private static func sub(
    _ row: UnsafePointer<UInt8>, _ count: Int, _ step: Int, _ output: UnsafeMutablePointer<UInt8>
  ) {
    var index = step
    while index < count {
      unsafe output[index] = row[index] &- row[index &- step]
      index &+= 1
    }
  }

  private static func up(
    _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>
  ) {
    var index = 0
    while index < count {
      unsafe output[index] = row[index] &- previous[index]
      index &+= 1
    }
  }

  private static func average(
    _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    var index = step
    while index < count {
      let mean = unsafe (UInt16(row[index &- step]) &+ UInt16(previous[index])) &>> 1
      unsafe output[index] = row[index] &- UInt8(truncatingIfNeeded: mean)
      index &+= 1
    }
  }

  private static func paeth(
    _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ step: Int,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    var index = step
    while index < count {
      let left = unsafe Int16(row[index &- step])
      let above = unsafe Int16(previous[index])
      let corner = unsafe Int16(previous[index &- step])
      // As in `PNGUnfilter`.
      let threshold = corner &+ corner &+ corner &- above &- left
      let smaller = min(left, above)
      let larger = max(left, above)
      let other = larger > threshold ? corner : smaller
      let nearest = threshold > smaller ? other : larger
      unsafe output[index] = row[index] &- UInt8(truncatingIfNeeded: nearest)
      index &+= 1
    }
  }
}
