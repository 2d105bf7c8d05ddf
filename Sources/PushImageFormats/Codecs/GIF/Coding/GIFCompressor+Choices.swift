/// Pixels for which two indexes are right.
extension GIFCompressor {
  /// Compresses `pixels`, of which those that are `free` may be `transparent` instead.
  ///
  /// Follows all ways to continue a string at once, up to 8, and takes one that goes on longest.
  ///
  /// - Parameters:
  ///   - free: 0 for the pixel itself, 1 for either, 2 for `transparent` only.
  ///   - choices: takes the indexes that were written.
  mutating func compress(
    _ pixels: PixelPlane<UInt8>, free: PixelPlane<UInt8>, transparent: UInt8, into choices: PixelPlane<UInt8>,
    count: Int, codeSize: Int
  ) -> [UInt8] {
    precondition(count > 0 && count <= min(pixels.count, free.count, choices.count) && (2...8).contains(codeSize))
    bits.begin(codeSize: codeSize)
    var position = 0
    let search = unsafe GIFStringSearch(
      table: table, pixels: pixels.base, free: free.base, choices: choices.base, strings: strings.base,
      transparent: transparent, pixelCount: count, codeSize: codeSize)
    while position < count {
      if position > 0 { bits.putClear() }
      readSegment(search, from: position)
      position = ends[codes.count - 1]
      for code in codes { bits.put(code) }
    }
    return bits.finish()
  }

  private mutating func readSegment(_ search: GIFStringSearch, from start: Int) {
    table.removeAll()
    codes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    var best = ClearPlace()
    var width = search.codeSize + 1
    var next = 1 << search.codeSize + 2
    var bitCount = 0
    var position = start
    var previous = -1
    while true {
      let makesCode = previous >= 0 && next < 4096
      let code = search.longest(at: position, after: previous, making: makesCode ? next : -1)
      if makesCode {
        next += 1
        if next > 1 << width, width < 12 { width += 1 }
      }
      position += search.length(of: code)
      codes.append(UInt16(truncatingIfNeeded: code))
      ends.append(position)
      bitCount += width
      guard position < search.pixelCount else { return }
      if next >= 4096, best.note(codes.count, bitCount, position - start, patience) {
        codes.removeLast(codes.count - best.codeCount)
        ends.removeLast(ends.count - best.codeCount)
        return
      }
      previous = code
    }
  }
}

/// Finds the longest known string among those that a run of pixels with choices allows.
@safe struct GIFStringSearch {
  let table: GIFStringTable
  let pixels: UnsafePointer<UInt8>
  let free: UnsafePointer<UInt8>
  let choices: UnsafeMutablePointer<UInt8>
  /// By code: where its string was first written, above its length.
  let strings: UnsafeMutablePointer<UInt64>
  let transparent: UInt8
  let pixelCount: Int
  let codeSize: Int

  private typealias Front = InlineArray<8, Int>

  func length(of code: Int) -> Int { code < 1 << codeSize ? 1 : unsafe Int(strings[code] & 0xFFFF_FFFF) }

  /// Writes the longest string that fits at `position`, and makes the code `new` of the one before and its first pixel.
  ///
  /// - Parameters:
  ///   - previous: the code before, -1 behind a clear.
  ///   - new: -1 when no code can be made.
  func longest(at position: Int, after previous: Int, making new: Int) -> Int {
    let (own, other) = candidates(at: position)
    var early: UInt8?
    if new >= 0 {
      let first = firstPixel(of: previous)
      // The string that is just being made can be the longest itself, if it begins with a pixel that fits here.
      if first == own || first == other, make(new, previous, first, at: position) { early = first }
    }
    let code = extend(own, other, from: position)
    let first = write(code, at: position)
    if new >= 0, early != first {
      if let early { table.remove(previous, early) }
      _ = make(new, previous, first, at: position)
    }
    return code
  }

  private func candidates(at position: Int) -> (UInt8, UInt8) {
    let own = unsafe pixels[position]
    switch unsafe free[position] {
    case 0: return (own, own)
    // Of ways equally long the first is taken: mostly transparent strings come back more often.
    case 1: return (transparent, own)
    default: return (transparent, transparent)
    }
  }

  private func firstPixel(of code: Int) -> UInt8 {
    code < 1 << codeSize ? UInt8(truncatingIfNeeded: code) : unsafe choices[Int(strings[code] >> 32)]
  }

  /// False when such a string is known already.
  private func make(_ new: Int, _ prefix: Int, _ pixel: UInt8, at position: Int) -> Bool {
    guard table.code(prefix, pixel) < 0 else { return false }
    table.insert(new, prefix, pixel)
    let length = length(of: prefix)
    unsafe strings[new] = UInt64(truncatingIfNeeded: position - length) << 32 | UInt64(truncatingIfNeeded: length + 1)
    return true
  }

  /// The code of the longest string, by all ways at once.
  private func extend(_ own: UInt8, _ other: UInt8, from start: Int) -> Int {
    var front = Front(repeating: 0)
    front[0] = Int(own)
    var count = 1
    if other != own {
      front[1] = Int(other)
      count = 2
    }
    var position = start + 1
    while position < pixelCount {
      let (own, other) = candidates(at: position)
      var longer = Front(repeating: 0)
      var longerCount = 0
      for index in 0..<count {
        let code = table.code(front[index], own)
        if code >= 0, longerCount < 8 {
          longer[longerCount] = code
          longerCount += 1
        }
        guard other != own else { continue }
        let second = table.code(front[index], other)
        if second >= 0, longerCount < 8 {
          longer[longerCount] = second
          longerCount += 1
        }
      }
      guard longerCount > 0 else { break }
      front = longer
      count = longerCount
      position += 1
    }
    return front[0]
  }

  /// Writes the string of a code; its first pixel.
  private func write(_ code: Int, at position: Int) -> UInt8 {
    guard code >= 1 << codeSize else {
      unsafe choices[position] = UInt8(truncatingIfNeeded: code)
      return UInt8(truncatingIfNeeded: code)
    }
    let string = unsafe strings[code]
    let source = Int(string >> 32)
    // One pixel at a time: the string that is just being made overlaps its place.
    for index in 0..<Int(string & 0xFFFF_FFFF) { unsafe choices[position + index] = choices[source + index] }
    return unsafe choices[position]
  }
}
