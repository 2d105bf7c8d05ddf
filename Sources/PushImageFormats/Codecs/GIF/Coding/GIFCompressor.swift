/// Compresses palette indexes as GIF wants it: strings with codes of 3 to 12 bits, in sub-blocks.
///
/// When all 4,096 codes are in use, the table is cleared at the code up to which the pixels since the last clear cost
/// least each, not at once: a table that fits the picture goes on serving it. One value serves many frames.
@safe struct GIFCompressor: ~Copyable {
  let table: GIFStringTable
  private let memory: PixelPlane<UInt32>
  /// Codes since the last clear.
  var codes: [UInt16] = []
  /// Pixels up to the end of each.
  var ends: [Int] = []
  var bits = GIFBitWriter()
  /// By code: where its string is, above its length. Only where pixels have choices.
  let strings = PixelPlane<UInt64>(count: 4096, repeating: 0)
  /// Codes without a better place to clear after which the best one so far is taken.
  let patience: Int

  /// - Parameter patience: more of it finds better places to clear and costs up to as much time again.
  init(patience: Int = 2048) {
    memory = PixelPlane(count: GIFStringTable.entryCount, repeating: 0)
    table = GIFStringTable(in: memory)
    self.patience = patience
  }

  /// The smallest code size whose literals reach `index`.
  static func codeSize(upTo index: Int) -> Int { max(2, Int.bitWidth - index.leadingZeroBitCount) }

  /// The sub-blocks of `count` pixels, with the terminator and the code size before them.
  ///
  /// - Precondition: every index is below `1 << codeSize`.
  mutating func compress(_ pixels: PixelPlane<UInt8>, count: Int, codeSize: Int) -> [UInt8] {
    precondition(count > 0 && count <= pixels.count && (2...8).contains(codeSize))
    bits.begin(codeSize: codeSize)
    var position = 0
    while position < count {
      if position > 0 { bits.putClear() }
      unsafe readSegment(pixels.base, from: position, upTo: count, codeSize: codeSize)
      position = ends[codes.count - 1]
      for code in codes { bits.put(code) }
    }
    return bits.finish()
  }

  /// Codes from one clear to the next.
  private mutating func readSegment(_ pixels: UnsafePointer<UInt8>, from start: Int, upTo count: Int, codeSize: Int) {
    table.removeAll()
    codes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let table = table
    var best = ClearPlace()
    var width = codeSize + 1
    var next = 1 << codeSize + 2
    var bitCount = 0
    var position = start
    var code = unsafe Int(pixels[position])
    while true {
      position &+= 1
      while position < count {
        let longer = unsafe table.code(code, pixels[position])
        guard longer >= 0 else { break }
        code = longer
        position &+= 1
      }
      codes.append(UInt16(truncatingIfNeeded: code))
      ends.append(position)
      bitCount &+= width
      guard position < count else { return }
      let pixel = unsafe pixels[position]
      if next < 4096 {
        table.insert(next, code, pixel)
        next &+= 1
        if next > 1 &<< width, width < 12 { width &+= 1 }
      } else if best.note(codes.count, bitCount, position &- start, patience) {
        codes.removeLast(codes.count - best.codeCount)
        ends.removeLast(ends.count - best.codeCount)
        return
      }
      code = Int(pixel)
    }
  }
}

/// Where the pixels since the last clear were cheapest.
struct ClearPlace {
  private(set) var codeCount = 0
  private var bitCount = 1
  private var pixelCount = 0

  /// Takes note of a place; true when the best is long ago.
  @inline(__always)
  mutating func note(_ codes: Int, _ bits: Int, _ pixels: Int, _ patience: Int) -> Bool {
    // bits / pixels, without a division.
    if bits &* pixelCount <= bitCount &* pixels {
      codeCount = codes
      bitCount = bits
      pixelCount = pixels
      return false
    }
    return codes &- codeCount > patience
  }
}

/// Writes codes of growing width into sub-blocks.
struct GIFBitWriter {
  private var data: [UInt8] = []
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var codeSize = 2
  private var width = 3
  private var next = 6

  mutating func begin(codeSize: Int) {
    data.removeAll(keepingCapacity: true)
    bits = 0
    bitCount = 0
    self.codeSize = codeSize
    restart()
    append(1 << codeSize)
    restart()
  }

  private mutating func restart() {
    width = codeSize + 1
    next = 1 << codeSize + 2
  }

  /// A code that stands for pixels; the reader makes a new one behind each.
  mutating func put(_ code: UInt16) {
    append(Int(code))
    guard next < 4096 else { return }
    next += 1
    if next > 1 << width, width < 12 { width += 1 }
  }

  mutating func putClear() {
    append(1 << codeSize)
    restart()
  }

  private mutating func append(_ code: Int) {
    bits |= UInt64(truncatingIfNeeded: code) &<< UInt64(truncatingIfNeeded: bitCount)
    bitCount &+= width
    while bitCount >= 8 {
      data.append(UInt8(truncatingIfNeeded: bits))
      bits &>>= 8
      bitCount &-= 8
    }
  }

  /// The code size and all codes with the end code, in sub-blocks.
  mutating func finish() -> [UInt8] {
    append(1 << codeSize + 1)
    if bitCount > 0 { data.append(UInt8(truncatingIfNeeded: bits)) }
    var blocks: [UInt8] = []
    blocks.reserveCapacity(data.count + data.count / 255 + 3)
    blocks.append(UInt8(codeSize))
    var offset = 0
    while offset < data.count {
      let end = min(offset + 255, data.count)
      blocks.append(UInt8(end - offset))
      blocks.append(contentsOf: data[offset..<end])
      offset = end
    }
    blocks.append(0)
    return blocks
  }
}
