/// Copies within the output, where source and target may overlap: then the source repeats.
enum MatchCopy {
  typealias Wide = SIMD16<UInt8>

  /// Copies `length` bytes, 1…258, from `distance` bytes before `output`.
  ///
  /// - Precondition: `distance` bytes before `output` are written, and `length + 64` from there on can be.
  @inline(__always)
  static func copy(_ length: Int, _ distance: Int, to output: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(output)
    let source = unsafe UnsafeRawPointer(output) + (0 &- distance)
    guard distance >= 16 else { return unsafe repeatPattern(length, distance, target, source) }
    // Each load lies before its store by 16 bytes or more, so it reads what is written already.
    unsafe move(source, target)
    unsafe move(source + 16, target + 16)
    guard length > 32 else { return }
    var offset = 32
    repeat {
      unsafe move(source + offset, target + offset)
      unsafe move(source + offset + 16, target + offset + 16)
      offset &+= 32
    } while offset < length
  }

  @inline(__always)
  private static func move(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    unsafe target.storeBytes(of: source.loadUnaligned(as: Wide.self), as: Wide.self)
  }

  /// Distances below 16: the pattern is made once and stored again and again, as far on as it repeats whole.
  @inline(__always)
  private static func repeatPattern(
    _ length: Int, _ distance: Int, _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer
  ) {
    if distance == 1 {
      let byte = unsafe source.load(as: UInt8.self)
      return unsafe store(Wide(repeating: byte), each: 16, length, target)
    }
    if distance >= 8 {
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (target + 8).storeBytes(of: (source + 8).loadUnaligned(as: UInt64.self), as: UInt64.self)
    } else {
      // Bytes past the distance are no part of the pattern yet.
      let shift = UInt64(truncatingIfNeeded: distance &* 8)
      var word = unsafe UInt64(littleEndian: source.loadUnaligned(as: UInt64.self)) & (1 &<< shift &- 1)
      word |= word &<< shift
      if distance < 4 {
        word |= word &<< (shift &* 2)
        // Of three bytes, two more stand in the word; a shift by 48 is what is left of it.
      }
      let step = 8 &- 8 % distance
      unsafe target.storeBytes(of: word.littleEndian, as: UInt64.self)
      unsafe (target + step).storeBytes(of: word.littleEndian, as: UInt64.self)
      unsafe (target + 2 * step).storeBytes(of: word.littleEndian, as: UInt64.self)
    }
    guard length > 16 else { return }
    let pattern = unsafe UnsafeRawPointer(target).loadUnaligned(as: Wide.self)
    unsafe store(pattern, each: 16 &- 16 % distance, length, target)
  }

  @inline(__always)
  private static func store(_ pattern: Wide, each step: Int, _ length: Int, _ target: UnsafeMutableRawPointer) {
    var offset = 0
    repeat {
      unsafe (target + offset).storeBytes(of: pattern, as: Wide.self)
      offset &+= step
    } while offset < length
  }
}
