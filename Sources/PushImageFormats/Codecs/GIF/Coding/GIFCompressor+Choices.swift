/// Pixels for which several indexes are right.
extension GIFCompressor {
  /// Compresses `pixels`, of which each may be replaced by any of its list.
  ///
  /// Follows all ways to continue a string at once, up to 8, and takes one that goes on longest.
  ///
  /// - Parameters:
  ///   - free: by pixel, which of the lists of its index is meant.
  ///   - choices: takes the indexes that were written.
  mutating func compress(
    _ pixels: PixelPlane<UInt8>, free: PixelPlane<UInt8>, _ lists: GIFChoiceLists, into choices: PixelPlane<UInt8>,
    count: Int, codeSize: Int
  ) -> [UInt8] {
    precondition(count > 0 && count <= min(pixels.count, free.count, choices.count) && (2...8).contains(codeSize))
    bits.begin(codeSize: codeSize)
    var position = 0
    let search = unsafe GIFStringSearch(
      table: table, pixels: pixels.base, free: free.base, lists: lists.memory.base, choices: choices.base,
      strings: strings.base, pixelCount: count, codeSize: codeSize)
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

/// Which indexes may stand for which, the most welcome first.
///
/// A list for each index and each of three kinds of pixels: 0 for those that change, 1 for those that may stay as they
/// are, 2 for those that must, because their colour has no index.
@safe struct GIFChoiceLists {
  /// The number of choices and then the choices, by kind and index.
  let memory = PixelPlane<UInt8>(count: 3 * 256 * stride, repeating: 0)

  static let stride = 10
  private static let maxSimilarCount = stride - 2

  /// - Parameters:
  ///   - transparent: nil when no pixel stays as it is.
  ///   - colors: by index.
  ///   - tolerance: the square of the distance up to which another colour will do; 0 for none but itself.
  init(transparent: UInt8?, colors: [UInt32], tolerance: Int) {
    for index in 0..<256 {
      let similar = Self.similar(to: index, colors, tolerance)
      set(0, index, similar)
      guard let transparent else { continue }
      set(1, index, [transparent] + similar.filter { $0 != transparent })
      set(2, index, [transparent])
    }
  }

  private func set(_ kind: Int, _ index: Int, _ list: [UInt8]) {
    let offset = (kind * 256 + index) * Self.stride
    unsafe memory.base[offset] = UInt8(list.count)
    for (position, choice) in list.enumerated() { unsafe memory.base[offset + 1 + position] = choice }
  }

  /// Itself and the nearest others.
  private static func similar(to index: Int, _ colors: [UInt32], _ tolerance: Int) -> [UInt8] {
    guard tolerance > 0, index < colors.count else { return [UInt8(index)] }
    let near = colors.indices.map { (distance: GIFColor.distance(colors[index], colors[$0]), index: $0) }
      .filter { $0.distance <= tolerance && $0.index != index }.sorted { $0 < $1 }
    return [UInt8(index)] + near.prefix(maxSimilarCount - 1).map { UInt8($0.index) }
  }
}

/// Finds the longest known string among those that a run of pixels with choices allows.
@safe struct GIFStringSearch {
  let table: GIFStringTable
  let pixels: UnsafePointer<UInt8>
  let free: UnsafePointer<UInt8>
  /// Of `GIFChoiceLists`.
  let lists: UnsafePointer<UInt8>
  let choices: UnsafeMutablePointer<UInt8>
  /// By code: where its string was first written, above its length.
  let strings: UnsafeMutablePointer<UInt64>
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
    var early: UInt8?
    if new >= 0 {
      let first = firstPixel(of: previous)
      // The string that is just being made can be the longest itself, if it begins with a pixel that fits here.
      if isChoice(first, at: position), make(new, previous, first, at: position) { early = first }
    }
    let code = extend(from: position)
    let first = write(code, at: position)
    if new >= 0, early != first {
      if let early { table.remove(previous, early) }
      _ = make(new, previous, first, at: position)
    }
    return code
  }

  /// The number of choices of a pixel and then the choices.
  @inline(__always)
  private func list(at position: Int) -> UnsafePointer<UInt8> {
    unsafe lists + (Int(free[position]) &* 256 &+ Int(pixels[position])) &* GIFChoiceLists.stride
  }

  private func isChoice(_ pixel: UInt8, at position: Int) -> Bool {
    let list = unsafe list(at: position)
    return unsafe (1...Int(list[0])).contains { unsafe list[$0] == pixel }
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
  private func extend(from start: Int) -> Int {
    var front = Front(repeating: 0)
    var count = 0
    let first = unsafe list(at: start)
    while count < min(8, unsafe Int(first[0])) {
      front[count] = unsafe Int(first[count &+ 1])
      count &+= 1
    }
    var position = start + 1
    while position < pixelCount {
      let list = unsafe list(at: position)
      let choiceCount = unsafe Int(list[0])
      var longer = Front(repeating: 0)
      var longerCount = 0
      for index in 0..<count {
        let prefix = front[index]
        var choice = 1
        while choice <= choiceCount, longerCount < 8 {
          let code = unsafe table.code(prefix, list[choice])
          if code >= 0 {
            longer[longerCount] = code
            longerCount &+= 1
          }
          choice &+= 1
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
