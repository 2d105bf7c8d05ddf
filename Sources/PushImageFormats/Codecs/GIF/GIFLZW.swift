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
    private var nextCode: Int
    /// Of the code before; 0 after a clear code, when there is none.
    private var previousLength = 0
    /// Padding of the last byte must not pass for a code: past the last pixel, a whole byte must be there.
    private var neededBitCount: Int

    init(codeSize: Int, wantedPixelCount: Int, colorCount: Int, transparentIndex: Int?) {
      clearCode = 1 << codeSize
      firstFreeCode = clearCode + 2
      width = codeSize + 1
      neededBitCount = codeSize + 1
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

    mutating func read(_ block: Span<UInt8>, _ table: inout MutableSpan<UInt16>) {
      var position = 0
      while true {
        if bitCount < neededBitCount {
          while bitCount <= 56, position < block.count {
            bits |= UInt64(block[position]) &<< UInt64(bitCount)
            bitCount += 8
            position += 1
          }
          guard bitCount >= neededBitCount else { return }
        }
        let code = Int(bits & ((1 &<< UInt64(width)) - 1))
        bits &>>= UInt64(width)
        bitCount -= width
        take(code, &table)
        if isAtEnd { return }
      }
    }

    @inline(__always)
    private mutating func take(_ code: Int, _ table: inout MutableSpan<UInt16>) {
      var length: Int
      if code < nextCode {
        length = Int(table[code])
        if length == 0 {
          if code >= clearCode { return takeSpecial(code) }
          outcome.indexOverPalette = outcome.indexOverPalette ?? (outcome.pixelCount < wantedPixelCount ? code : nil)
          length = 1
        }
      } else if code == nextCode, previousLength > 0 {
        length = previousLength + 1
      } else {
        outcome.illegalCode = code
        isAtEnd = true
        return
      }
      outcome.pixelCount += length
      if previousLength > 0, nextCode < 4096 {
        table[nextCode] = UInt16(truncatingIfNeeded: previousLength + 1)
        nextCode += 1
        // At 4,096 codes the width stays at 12 until the encoder clears the table: that is legal.
        if nextCode == 1 &<< width, width < 12 { width += 1 }
      }
      previousLength = length
      neededBitCount = outcome.pixelCount >= wantedPixelCount ? max(width, 8) : width
    }

    private mutating func takeSpecial(_ code: Int) {
      guard code == clearCode else {
        isAtEnd = true
        return
      }
      width = clearCode.trailingZeroBitCount + 1
      nextCode = firstFreeCode
      previousLength = 0
      neededBitCount = outcome.pixelCount >= wantedPixelCount ? max(width, 8) : width
    }
  }
}
