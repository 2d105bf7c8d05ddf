/// Writes GIFs, whole or wrong in one place, from nothing but numbers.
struct GIFBuilder {
  var bytes: [UInt8]

  init(width: Int = 4, height: Int = 4, paletteBits: Int? = 2) {
    bytes = Array("GIF89a".utf8) + Self.word(width) + Self.word(height)
    bytes += [paletteBits.map { 0x80 | UInt8($0 - 1) } ?? 0, 0, 0]
    if let paletteBits { bytes += [UInt8](repeating: 0x40, count: 3 << paletteBits) }
  }

  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  mutating func control(delay: Int = 10, transparent: UInt8? = nil) {
    bytes += [0x21, 0xF9, 4, transparent == nil ? 0 : 1] + Self.word(delay) + [transparent ?? 0, 0]
  }

  mutating func loop(_ count: Int, name: String = "NETSCAPE2.0") {
    bytes += [0x21, 0xFF, 11] + Array(name.utf8) + [3, 1] + Self.word(count) + [0]
  }

  mutating func comment(_ text: String) {
    bytes += [0x21, 0xFE] + Self.subBlocks(Array(text.utf8))
  }

  /// A frame of the whole screen unless told otherwise; its pixels count up through the palette.
  mutating func frame(
    left: Int = 0, top: Int = 0, width: Int = 4, height: Int = 4, interlaced: Bool = false, localBits: Int? = nil,
    codeSize: Int = 2, pixels: [Int]? = nil, codes: GIFEncoder? = nil
  ) {
    bytes += [0x2C] + Self.word(left) + Self.word(top) + Self.word(width) + Self.word(height)
    bytes.append((interlaced ? 0x40 : 0) | (localBits.map { 0x80 | UInt8($0 - 1) } ?? 0))
    if let localBits { bytes += [UInt8](repeating: 0x80, count: 3 << localBits) }
    bytes.append(UInt8(codeSize))
    let pixels = pixels ?? (0..<width * height).map { ($0 * 7 / 3) % (1 << codeSize) }
    bytes += Self.subBlocks(codes?.bytes ?? GIFEncoder.encode(pixels, codeSize: codeSize).bytes)
  }

  mutating func trailer() { bytes.append(0x3B) }

  static func subBlocks(_ data: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }

  /// One whole still picture.
  static func still(width: Int = 4, height: Int = 4, interlaced: Bool = false) -> [UInt8] {
    var builder = GIFBuilder(width: width, height: height)
    builder.frame(width: width, height: height, interlaced: interlaced)
    builder.trailer()
    return builder.bytes
  }

  /// Three frames, a loop, a comment, a local palette and a transparent index.
  static func animated() -> [UInt8] {
    var builder = GIFBuilder(width: 9, height: 7)
    builder.loop(0)
    builder.comment("three frames")
    builder.control(delay: 10)
    builder.frame(width: 9, height: 7)
    builder.control(delay: 25, transparent: 3)
    builder.frame(left: 2, top: 1, width: 5, height: 5, interlaced: true)
    builder.control(delay: 5)
    builder.frame(width: 9, height: 7, localBits: 4, codeSize: 4)
    builder.trailer()
    return builder.bytes
  }
}

/// Packs codes of growing width; with a table it is a small LZW compressor.
struct GIFEncoder {
  private(set) var bytes: [UInt8] = []
  private var bits = 0
  private var bitCount = 0

  mutating func put(_ code: Int, width: Int) {
    bits |= code << bitCount
    bitCount += width
    while bitCount >= 8 {
      bytes.append(UInt8(bits & 0xFF))
      bits >>= 8
      bitCount -= 8
    }
  }

  mutating func flush() {
    if bitCount > 0 { bytes.append(UInt8(bits & 0xFF)) }
    bits = 0
    bitCount = 0
  }

  /// Codes of one width, as they are.
  static func raw(_ codes: [Int], width: Int) -> GIFEncoder {
    var encoder = GIFEncoder()
    for code in codes { encoder.put(code, width: width) }
    encoder.flush()
    return encoder
  }

  /// A compressor as encoders write them. With `clears` false the table stays full, which is legal.
  static func encode(
    _ pixels: [Int], codeSize: Int, clears: Bool = true, startsWithClear: Bool = true, ends: Bool = true
  )
    -> GIFEncoder
  {
    var encoder = GIFEncoder()
    let clear = 1 << codeSize
    // Keyed by the code of a string and the pixel that makes it longer.
    var table: [Int: Int] = [:]
    var next = clear + 2
    var width = codeSize + 1
    if startsWithClear { encoder.put(clear, width: width) }
    var string: Int?
    for pixel in pixels {
      guard let prefix = string else {
        string = pixel
        continue
      }
      let key = prefix << 8 | pixel
      if let longer = table[key] {
        string = longer
        continue
      }
      encoder.put(prefix, width: width)
      string = pixel
      if next < 4096 {
        table[key] = next
        next += 1
        if next > 1 << width, width < 12 { width += 1 }
      } else if clears {
        encoder.put(clear, width: 12)
        table = [:]
        next = clear + 2
        width = codeSize + 1
      }
    }
    if let string { encoder.put(string, width: width) }
    // The reader adds an entry for the last code too, and may widen before the end code.
    if next < 4096, next == 1 << width, width < 12 { width += 1 }
    if ends { encoder.put(clear + 1, width: width) }
    encoder.flush()
    return encoder
  }
}
