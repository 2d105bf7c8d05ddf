/// Puts the blocks of a GIF together.
struct GIFWriter {
  let screen: PixelSize
  let loopCount: Int?
  private var bytes: [UInt8] = []

  /// - Parameter loopCount: 0 for ever, nil to play once.
  init(screen: PixelSize, loopCount: Int?) {
    self.screen = screen
    self.loopCount = loopCount
  }

  /// Bytes of the frames so far.
  var byteCount: Int { bytes.count }

  /// Bits that number so many colours: 1 to 8.
  static func paletteBitCount(_ colorCount: Int) -> Int {
    max(1, Int.bitWidth - max(0, colorCount - 1).leadingZeroBitCount)
  }

  private mutating func word(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Filled up with black to a power of two.
  private mutating func palette(_ colors: [UInt32]) {
    for index in 0..<1 << Self.paletteBitCount(colors.count) {
      let channels = GIFColor.channels(index < colors.count ? colors[index] : 0)
      bytes.append(UInt8(channels.red))
      bytes.append(UInt8(channels.green))
      bytes.append(UInt8(channels.blue))
    }
  }

  /// Blocks as they are.
  mutating func append(_ blocks: [UInt8]) { bytes += blocks }

  /// One frame: its control extension, where it would say anything, and its pixels.
  mutating func append(_ frame: GIFCodedFrame, delay: Int, disposal: GIFDisposal) {
    if delay > 0 || disposal != .none || frame.transparentIndex != nil {
      let flags = disposal.rawValue << 2 | (frame.transparentIndex == nil ? 0 : 1)
      bytes += [0x21, 0xF9, 4, flags]
      word(delay)
      bytes += [UInt8(frame.transparentIndex ?? 0), 0]
    }
    bytes.append(0x2C)
    word(frame.place.x)
    word(frame.place.y)
    word(frame.place.width)
    word(frame.place.height)
    if let colors = frame.palette {
      bytes.append(0x80 | UInt8(Self.paletteBitCount(colors.count) - 1))
      palette(colors)
    } else {
      bytes.append(0)
    }
    bytes += frame.data
  }

  /// The whole file.
  ///
  /// - Parameter colors: of the global palette, at most 256; none for a file without one.
  mutating func finish(palette colors: [UInt32]) -> [UInt8] {
    let frames = bytes
    // GIF89a also for a still one: every reader has known it since 1990.
    bytes = Array("GIF89a".utf8)
    bytes.reserveCapacity(frames.count + 801)
    word(screen.width)
    word(screen.height)
    let bitCount = UInt8(Self.paletteBitCount(colors.count))
    bytes += [colors.isEmpty ? 0 : 0x80 | (bitCount - 1) << 4 | (bitCount - 1), 0, 0]
    if !colors.isEmpty { palette(colors) }
    if let loopCount {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      word(loopCount)
      bytes.append(0)
    }
    bytes += frames
    bytes.append(0x3B)
    return bytes
  }
}

/// A frame as it goes into a file.
struct GIFCodedFrame {
  var place: PixelRectangle
  /// Its own palette; nil for the global one.
  var palette: [UInt32]?
  var transparentIndex: Int?
  /// The code size and the sub-blocks with their terminator.
  var data: [UInt8]

  /// Bytes of palette and data.
  var byteCount: Int { data.count + (palette.map { 3 << GIFWriter.paletteBitCount($0.count) } ?? 0) }
}
