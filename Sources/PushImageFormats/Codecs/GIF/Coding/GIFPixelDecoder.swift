/// Turns the compressed data of frames into palette indexes.
///
/// Every string of the compression stands already in the pixels that were made before, at the place where it was first
/// written, so that a code is a place and a length and no chain is followed. Tests compare its pixels with giflib's.
@safe struct GIFPixelDecoder: ~Copyable {
  private let strings = PixelPlane<UInt64>(count: 4096, repeating: 0)
  private var data: [UInt8] = []

  /// Bytes past the last pixel that the decoder may overwrite.
  static let slack = 16

  /// Writes the indexes of `frame` in the order of the file.
  ///
  /// - Precondition: `pixels` has room for the frame and `slack`, and the code size of the frame is legal.
  /// - Returns: how many there are; fewer than the frame has pixels where the data is cut or damaged. What is left over
  ///   is not read.
  mutating func decode(_ bytes: Span<UInt8>, _ frame: GIFFrame, into pixels: PixelPlane<UInt8>) -> Int {
    precondition(pixels.count >= frame.pixelCount + Self.slack && GIFFrame.isLegal(codeSize: frame.codeSize))
    gather(bytes, frame.dataRange)
    return unsafe data.withUnsafeBufferPointer { data in
      guard let input = data.baseAddress else { return 0 }
      return unsafe Self.decode(
        input, count: data.count - Self.slack, codeSize: frame.codeSize, into: pixels.base,
        pixelCount: frame.pixelCount, strings: strings.base)
    }
  }

  /// The data without the lengths of its sub-blocks, and zeros behind it.
  private mutating func gather(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    data.removeAll(keepingCapacity: true)
    var offset = range.lowerBound
    while offset < range.upperBound, let length = bytes.byte(at: offset) {
      let end = min(offset + 1 + Int(length), range.upperBound)
      let block = bytes.extracting(offset + 1..<max(end, offset + 1))
      unsafe block.withUnsafeBufferPointer { unsafe data.append(contentsOf: $0) }
      offset = max(end, offset + 1)
    }
    data.append(contentsOf: repeatElement(0, count: Self.slack))
  }

  /// The hot loop: all that changes lives in locals. A string is a place in `pixels` above a length of 32 bits.
  private static func decode(
    _ input: UnsafePointer<UInt8>, count: Int, codeSize: Int, into pixels: UnsafeMutablePointer<UInt8>,
    pixelCount: Int, strings: UnsafeMutablePointer<UInt64>
  ) -> Int {
    let clearCode = 1 << codeSize
    var width = codeSize + 1
    var next = clearCode + 2
    var bits: UInt64 = 0
    var bitCount = 0
    var position = 0
    var written = 0
    // Of the code before: none after a clear code.
    var previous: UInt64 = 0
    while written < pixelCount {
      if bitCount < width {
        guard position < count else { return written }
        // Eight bytes at a time read some twice: onto the same bits. Behind the end are zeros.
        let word = unsafe UnsafeRawPointer(input + position).loadUnaligned(as: UInt64.self).littleEndian
        bits |= word &<< UInt64(truncatingIfNeeded: bitCount)
        let byteCount = min((63 &- bitCount) &>> 3, count &- position)
        position &+= byteCount
        bitCount &+= byteCount &<< 3
        guard bitCount >= width else { return written }
      }
      let code = Int(truncatingIfNeeded: bits) & ((1 &<< width) &- 1)
      bits &>>= UInt64(truncatingIfNeeded: width)
      bitCount &-= width
      if code == clearCode {
        width = codeSize + 1
        next = clearCode + 2
        previous = 0
        continue
      }
      guard code != clearCode + 1, code < next || (code == next && previous != 0 && next < 4096) else {
        return written
      }
      if previous != 0, next < 4096 {
        unsafe strings[next] = previous &+ 1
        next &+= 1
        if next == 1 &<< width, width < 12 { width &+= 1 }
      }
      if code < clearCode {
        unsafe pixels[written] = UInt8(truncatingIfNeeded: code)
        previous = UInt64(truncatingIfNeeded: written) &<< 32 | 1
        written &+= 1
        continue
      }
      let string = unsafe strings[code]
      let source = Int(truncatingIfNeeded: string &>> 32)
      let length = min(Int(truncatingIfNeeded: string & 0xFFFF_FFFF), pixelCount &- written)
      unsafe copy(pixels + source, to: pixels + written, length)
      previous = UInt64(truncatingIfNeeded: written) &<< 32 | string & 0xFFFF_FFFF
      written &+= length
    }
    return written
  }

  /// Forward; the two places may overlap, and then the copy repeats itself. May write up to 7 bytes too many.
  @inline(__always)
  private static func copy(_ source: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int)
  {
    if unsafe target - source >= 8 {
      var done = 0
      repeat {
        let word = unsafe UnsafeRawPointer(source + done).loadUnaligned(as: UInt64.self)
        unsafe UnsafeMutableRawPointer(target + done).storeBytes(of: word, as: UInt64.self)
        done &+= 8
      } while done < count
    } else {
      for index in 0..<count { unsafe target[index] = source[index] }
    }
  }
}
