/// Undoes the filter of a row (PNG section 9.2), in place.
///
/// With `PNGRowReader` the only code of the decoder that works on raw memory; the caller vouches for the extents. Each
/// pixel waits for the one before it, so whole pixels are kept in one register: twice as fast as byte by byte.
enum PNGUnfilter {
  /// `row` and `previous` have `count` bytes each, and at least 8 more that may be read.
  ///
  /// - Parameter pixelByteCount: 1, 2, 3, 4, 6 or 8: the distance to the byte that filters look back to.
  @unsafe static func undo(
    _ filter: UInt8, _ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, count: Int, pixelByteCount: Int
  ) {
    switch filter {
    case 1: unsafe sub(row, count, pixelByteCount)
    case 2: unsafe up(row, previous, count)
    case 3: unsafe average(row, previous, count, pixelByteCount)
    case 4: unsafe paeth(row, previous, count, pixelByteCount)
    default: break
    }
  }

  private static func up(_ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, _ count: Int) {
    let bytes = unsafe row.assumingMemoryBound(to: UInt8.self)
    let above = unsafe previous.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count { unsafe bytes[index] = bytes[index] &+ above[index] }
  }

  // MARK: by pixel size

  private static func sub(_ row: UnsafeMutableRawPointer, _ count: Int, _ step: Int) {
    switch step {
    case 3: unsafe sub(row, count, Pixel3.self)
    case 4: unsafe sub(row, count, Pixel4.self)
    case 6: unsafe sub(row, count, Pixel6.self)
    case 8: unsafe sub(row, count, Pixel8.self)
    case 2: unsafe sub(row, count, Pixel2.self)
    default: unsafe sub(row, count, Pixel1.self)
    }
  }

  private static func average(
    _ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, _ count: Int, _ step: Int
  ) {
    switch step {
    case 3: unsafe average(row, previous, count, Pixel3.self)
    case 4: unsafe average(row, previous, count, Pixel4.self)
    case 6: unsafe average(row, previous, count, Pixel6.self)
    case 8: unsafe average(row, previous, count, Pixel8.self)
    case 2: unsafe average(row, previous, count, Pixel2.self)
    default: unsafe average(row, previous, count, Pixel1.self)
    }
  }

  private static func paeth(
    _ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, _ count: Int, _ step: Int
  ) {
    switch step {
    case 3: unsafe paeth(row, previous, count, Pixel3.self)
    case 4: unsafe paeth(row, previous, count, Pixel4.self)
    case 6: unsafe paeth(row, previous, count, Pixel6.self)
    case 8: unsafe paeth(row, previous, count, Pixel8.self)
    case 2: unsafe paeth(row, previous, count, Pixel2.self)
    default: unsafe paeth(row, previous, count, Pixel1.self)
    }
  }

  // MARK: the loops

  @inline(__always)
  private static func sub<Pixel: PNGPixel>(_ row: UnsafeMutableRawPointer, _ count: Int, _: Pixel.Type) {
    var left = Pixel.Lanes.zero
    for offset in stride(from: 0, to: count, by: Pixel.byteCount) {
      left = unsafe Pixel.load(row + offset) &+ left
      unsafe Pixel.store(left, row + offset)
    }
  }

  @inline(__always)
  private static func average<Pixel: PNGPixel>(
    _ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, _ count: Int, _: Pixel.Type
  ) {
    var left = Pixel.Lanes.zero
    for offset in stride(from: 0, to: count, by: Pixel.byteCount) {
      let above = unsafe Pixel.load(previous + offset)
      // Half the sum, rounded down, without a ninth bit.
      let mean = (left & above) &+ ((left ^ above) &>> 1)
      left = unsafe Pixel.load(row + offset) &+ mean
      unsafe Pixel.store(left, row + offset)
    }
  }

  @inline(__always)
  private static func paeth<Pixel: PNGPixel>(
    _ row: UnsafeMutableRawPointer, _ previous: UnsafeRawPointer, _ count: Int, _: Pixel.Type
  ) {
    // 16 bits a lane from pixel to pixel: packing them would be part of what the next pixel waits for.
    var left = Pixel.WideLanes.zero
    var corner = Pixel.WideLanes.zero
    for offset in stride(from: 0, to: count, by: Pixel.byteCount) {
      let above = unsafe Pixel.widened(Pixel.load(previous + offset))
      let raw = unsafe Pixel.widened(Pixel.load(row + offset))
      left = (raw &+ nearest(left, above, corner)) & 255
      unsafe Pixel.store(Pixel.narrowed(left), row + offset)
      corner = above
    }
  }

  /// Paeth's choice: the neighbour nearest to left + above − corner; ties in the order left, above, corner.
  ///
  /// Told by where 3·corner − left − above lies to the smaller and the larger of left and above, so that few steps
  /// wait for `left`.
  @inline(__always)
  private static func nearest<Lanes: SIMD>(_ left: Lanes, _ above: Lanes, _ corner: Lanes) -> Lanes
  where Lanes.Scalar == Int16 {
    let threshold = (corner &+ corner &+ corner &- above) &- left
    let smaller = pointwiseMin(left, above)
    let larger = pointwiseMax(left, above)
    let other = smaller.replacing(with: corner, where: larger .> threshold)
    return larger.replacing(with: other, where: threshold .> smaller)
  }
}

/// The bytes of one pixel in the lanes of a vector, which may be more.
private protocol PNGPixel {
  associatedtype Lanes: SIMD where Lanes.Scalar == UInt8
  associatedtype WideLanes: SIMD where WideLanes.Scalar == Int16
  static var byteCount: Int { get }
  @unsafe static func load(_ place: UnsafeRawPointer) -> Lanes
  @unsafe static func store(_ lanes: Lanes, _ place: UnsafeMutableRawPointer)
  static func widened(_ lanes: Lanes) -> WideLanes
  static func narrowed(_ lanes: WideLanes) -> Lanes
}

/// What one, two, three and four bytes share: four lanes, loaded with what follows the pixel.
private protocol PNGPixelOfFour: PNGPixel where Lanes == SIMD4<UInt8> {}

extension PNGPixelOfFour {
  @inline(__always)
  @unsafe static func load(_ place: UnsafeRawPointer) -> SIMD4<UInt8> {
    unsafe place.loadUnaligned(as: SIMD4<UInt8>.self)
  }

  @inline(__always)
  static func widened(_ lanes: SIMD4<UInt8>) -> SIMD4<Int16> { SIMD4<Int16>(truncatingIfNeeded: lanes) }

  @inline(__always)
  static func narrowed(_ lanes: SIMD4<Int16>) -> SIMD4<UInt8> { SIMD4<UInt8>(truncatingIfNeeded: lanes) }

  @inline(__always)
  @unsafe static func store(_ lanes: SIMD4<UInt8>, _ place: UnsafeMutableRawPointer) {
    if byteCount == 4 { return unsafe place.storeBytes(of: lanes, as: SIMD4<UInt8>.self) }
    unsafe place.storeBytes(of: lanes[0], as: UInt8.self)
    if byteCount > 1 { unsafe place.storeBytes(of: lanes[1], toByteOffset: 1, as: UInt8.self) }
    if byteCount > 2 { unsafe place.storeBytes(of: lanes[2], toByteOffset: 2, as: UInt8.self) }
  }
}

private enum Pixel1: PNGPixelOfFour { static var byteCount: Int { 1 } }
private enum Pixel2: PNGPixelOfFour { static var byteCount: Int { 2 } }
private enum Pixel3: PNGPixelOfFour { static var byteCount: Int { 3 } }
private enum Pixel4: PNGPixelOfFour { static var byteCount: Int { 4 } }

/// Six and eight bytes: 16 bits a sample.
private protocol PNGPixelOfEight: PNGPixel where Lanes == SIMD8<UInt8> {}

extension PNGPixelOfEight {
  @inline(__always)
  @unsafe static func load(_ place: UnsafeRawPointer) -> SIMD8<UInt8> {
    unsafe place.loadUnaligned(as: SIMD8<UInt8>.self)
  }

  @inline(__always)
  static func widened(_ lanes: SIMD8<UInt8>) -> SIMD8<Int16> { SIMD8<Int16>(truncatingIfNeeded: lanes) }

  @inline(__always)
  static func narrowed(_ lanes: SIMD8<Int16>) -> SIMD8<UInt8> { SIMD8<UInt8>(truncatingIfNeeded: lanes) }

  @inline(__always)
  @unsafe static func store(_ lanes: SIMD8<UInt8>, _ place: UnsafeMutableRawPointer) {
    if byteCount == 8 { return unsafe place.storeBytes(of: lanes, as: SIMD8<UInt8>.self) }
    unsafe place.storeBytes(of: lanes.lowHalf, as: SIMD4<UInt8>.self)
    unsafe place.storeBytes(of: lanes[4], toByteOffset: 4, as: UInt8.self)
    unsafe place.storeBytes(of: lanes[5], toByteOffset: 5, as: UInt8.self)
  }
}

private enum Pixel6: PNGPixelOfEight { static var byteCount: Int { 6 } }
private enum Pixel8: PNGPixelOfEight { static var byteCount: Int { 8 } }
