/// Reads the compressed pixels of a frame without making a pixel: only the length of each code's string is kept.
///
/// Tells what the reference decoder cannot: pixels that are left over, codes that stand for nothing, and indexes that
/// the palette does not have. An index can enter the picture only through a literal code, so looking at those is enough.
/// Cost depends on the bytes, not on the pixels. One value serves all frames of a file.
struct GIFLZW {
  /// What one frame's data came to.
  struct Outcome: Sendable, Equatable {
    /// Pixels that the data stands for, with those left over.
    var pixelCount = 0
    /// A code above the next free one, anywhere before the end code.
    var illegalCode: Int?
    /// Behind the sub-block in which the reading ended.
    var byteOffset = 0
    /// The first literal code that is neither in the palette nor the transparent index.
    var indexOverPalette: Int?
  }

  /// By code; 4,096 codes are all that 12 bits can name. Its size is known to the compiler, so that an index cut to
  /// twelve bits needs no check.
  typealias LengthTable = InlineArray<4096, UInt16>

  /// Data of many sub-blocks side by side: at most 255 bytes each would end the hot loop every 170 codes.
  private var batch = [UInt8](repeating: 0, count: batchByteCount)

  private static let batchByteCount = 16_384

  /// Reads the sub-blocks of `frame`, whose code size must be legal.
  mutating func read(_ bytes: Span<UInt8>, frame: GIFFrame) -> Outcome {
    var reader = CodeReader(
      codeSize: frame.codeSize, wantedPixelCount: frame.pixelCount,
      // Without a palette the reader brings its own, and any index is as good as another.
      colorCount: frame.colorCount ?? 256, transparentIndex: frame.transparentIndex)
    var lengths = LengthTable(repeating: 0)
    reader.fillRoots(&lengths)
    var offset = frame.dataRange.lowerBound
    while offset < frame.dataRange.upperBound, !reader.isAtEnd {
      let start = offset
      let count = gather(bytes, from: &offset, upTo: frame.dataRange.upperBound)
      reader.read(batch.span.extracting(first: count), &lengths)
      if reader.isAtEnd { offset = Self.endOfBlock(bytes, holding: reader.usedByteCount, from: start) }
    }
    reader.outcome.byteOffset = offset
    return reader.outcome
  }

  /// Copies sub-blocks into the batch as long as the longest has room, and steps behind them.
  private mutating func gather(_ bytes: Span<UInt8>, from offset: inout Int, upTo limit: Int) -> Int {
    var count = 0
    while offset < limit, count <= Self.batchByteCount - 255, let length = bytes.byte(at: offset) {
      let data = offset + 1..<min(offset + 1 + Int(length), limit)
      let block = bytes.extracting(data)
      unsafe block.withUnsafeBufferPointer { source in
        unsafe batch.withUnsafeMutableBytes { target in
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(
            from: UnsafeRawBufferPointer(source))
        }
      }
      count += data.count
      offset = data.upperBound
    }
    return count
  }

  /// The end of the sub-block, of those from `start` on, that holds the last of so many bytes of data.
  private static func endOfBlock(_ bytes: Span<UInt8>, holding byteCount: Int, from start: Int) -> Int {
    var offset = start
    var rest = byteCount
    while let length = bytes.byte(at: offset) {
      offset = min(offset + 1 + Int(length), bytes.count)
      rest -= Int(length)
      if rest <= 0 { break }
    }
    return offset
  }

  /// The variable-width code stream, carried from one sub-block to the next.
  private struct CodeReader {
    let clearCode: Int
    let firstFreeCode: Int
    let wantedPixelCount: Int
    let colorCount: Int
    let transparentIndex: Int?
    var outcome = Outcome()
    var isAtEnd = false
    /// Bytes of the last batch that codes were made of.
    private(set) var usedByteCount = 0
    private var bits: UInt64 = 0
    private var bitCount = 0
    private var width: Int
    private var mask: UInt64
    private var nextCode: Int
    /// Of the code before; 0 after a clear code, when there is none.
    private var previousLength = 0

    init(codeSize: Int, wantedPixelCount: Int, colorCount: Int, transparentIndex: Int?) {
      clearCode = 1 << codeSize
      firstFreeCode = clearCode + 2
      width = codeSize + 1
      mask = 1 &<< UInt64(codeSize + 1) &- 1
      nextCode = firstFreeCode
      self.wantedPixelCount = wantedPixelCount
      self.colorCount = colorCount
      self.transparentIndex = transparentIndex
    }

    /// Codes of length 0 are the special ones: clear, end, and literals over the palette.
    func fillRoots(_ table: inout LengthTable) {
      for code in 0..<firstFreeCode {
        table[code] = code < clearCode && (code < colorCount || code == transparentIndex) ? 1 : 0
      }
    }

    /// The hot loop. What changes with every code lives in locals, so that it stays in registers.
    mutating func read(_ block: Span<UInt8>, _ table: inout LengthTable) {
      var position = 0
      var bits = bits
      var bitCount = bitCount
      var pixelCount = outcome.pixelCount
      var previousLength = previousLength
      var nextCode = nextCode
      defer {
        self.bits = bits
        self.bitCount = bitCount
        self.previousLength = previousLength
        self.nextCode = nextCode
        outcome.pixelCount = pixelCount
        usedByteCount = position - bitCount >> 3
      }
      while true {
        // Four codes a refill while nothing special can happen: no new width, no full table. The string that is being
        // made is entered before it is looked up, which makes the code that stands for it an ordinary one.
        quickly: while position &+ 8 <= block.count, previousLength > 0, nextCode &+ 4 <= Int(mask) {
          Self.refill(&bits, &bitCount, from: block, &position)
          for _ in 0..<4 {
            let code = Int(truncatingIfNeeded: bits & mask) & 4095
            table[nextCode & 4095] = UInt16(truncatingIfNeeded: previousLength &+ 1)
            let length = Int(table[code])
            // A clear or end code, an index over the palette, or nothing: for the loop below.
            guard length > 0, code <= nextCode else { break quickly }
            bits &>>= UInt64(truncatingIfNeeded: width)
            bitCount &-= width
            pixelCount &+= length
            nextCode &+= 1
            previousLength = length
          }
        }
        if bitCount < neededBitCount(pixelCount) {
          Self.refill(&bits, &bitCount, from: block, &position)
          guard bitCount >= neededBitCount(pixelCount) else { return }
        }
        let code = Int(truncatingIfNeeded: bits & mask)
        bits &>>= UInt64(truncatingIfNeeded: width)
        bitCount &-= width
        var length: Int
        if code < nextCode {
          length = Int(table[code])
          if length == 0 {
            guard code < clearCode else {
              isAtEnd = code != clearCode
              if isAtEnd { return }
              setWidth(clearCode.trailingZeroBitCount + 1)
              nextCode = firstFreeCode
              previousLength = 0
              continue
            }
            if pixelCount < wantedPixelCount { noteIndexOverPalette(code) }
            length = 1
          }
        } else if code == nextCode, previousLength > 0 {
          length = previousLength &+ 1
        } else {
          outcome.illegalCode = code
          isAtEnd = true
          return
        }
        pixelCount &+= length
        if previousLength > 0, nextCode < 4096 {
          table[nextCode] = UInt16(truncatingIfNeeded: previousLength &+ 1)
          nextCode &+= 1
          // At 4,096 codes the width stays at 12 until the encoder clears the table: that is legal.
          if UInt64(truncatingIfNeeded: nextCode) > mask, width < 12 { setWidth(width + 1) }
        }
        previousLength = length
      }
    }

    /// Padding of the last byte must not pass for a code: past the last pixel, a whole byte must be there.
    @inline(__always)
    private func neededBitCount(_ pixelCount: Int) -> Int {
      pixelCount < wantedPixelCount ? width : max(width, 8)
    }

    /// Takes as many whole bytes as there is room for. Eight at a time read some twice: onto the same bits.
    @inline(__always)
    private static func refill(
      _ bits: inout UInt64, _ bitCount: inout Int, from block: Span<UInt8>, _ position: inout Int
    ) {
      guard position &+ 8 <= block.count else {
        while bitCount <= 56, position < block.count {
          bits |= UInt64(block[position]) &<< UInt64(truncatingIfNeeded: bitCount)
          bitCount &+= 8
          position &+= 1
        }
        return
      }
      // Written out, so that the compiler makes one load of it.
      let low =
        UInt64(block[position]) | UInt64(block[position &+ 1]) &<< 8 | UInt64(block[position &+ 2]) &<< 16
        | UInt64(block[position &+ 3]) &<< 24
      let high =
        UInt64(block[position &+ 4]) | UInt64(block[position &+ 5]) &<< 8 | UInt64(block[position &+ 6]) &<< 16
        | UInt64(block[position &+ 7]) &<< 24
      bits |= (low | high &<< 32) &<< UInt64(truncatingIfNeeded: bitCount)
      position &+= (63 &- bitCount) &>> 3
      bitCount |= 56
    }

    private mutating func setWidth(_ bitCount: Int) {
      width = bitCount
      mask = 1 &<< UInt64(bitCount) &- 1
    }

    private mutating func noteIndexOverPalette(_ code: Int) {
      outcome.indexOverPalette = outcome.indexOverPalette ?? code
    }
  }
}
