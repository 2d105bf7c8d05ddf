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

  /// String length by code; 4,096 codes are all that 12 bits can name.
  private var lengths = [UInt16](repeating: 0, count: 4096)

  /// Reads the sub-blocks of `frame`, whose code size must be legal.
  mutating func read(_ bytes: Span<UInt8>, frame: GIFFrame) -> Outcome {
    var reader = CodeReader(
      codeSize: frame.codeSize, wantedPixelCount: frame.pixelCount,
      // Without a palette the reader brings its own, and any index is as good as another.
      colorCount: frame.colorCount ?? 256, transparentIndex: frame.transparentIndex)
    var table = lengths.mutableSpan
    reader.fillRoots(&table)
    var offset = frame.dataRange.lowerBound
    while offset < frame.dataRange.upperBound, !reader.isAtEnd, let length = bytes.byte(at: offset) {
      let end = min(offset + 1 + Int(length), frame.dataRange.upperBound)
      reader.read(bytes.extracting(offset + 1..<end), &table)
      offset = end
    }
    reader.outcome.byteOffset = offset
    return reader.outcome
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
    func fillRoots(_ table: inout MutableSpan<UInt16>) {
      for code in 0..<firstFreeCode {
        table[code] = code < clearCode && (code < colorCount || code == transparentIndex) ? 1 : 0
      }
    }

    /// The hot loop. What changes with every code lives in locals, so that it stays in registers.
    mutating func read(_ block: Span<UInt8>, _ table: inout MutableSpan<UInt16>) {
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
      }
      while true {
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
