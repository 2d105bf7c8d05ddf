/// Builds PNGs chunk by chunk, right or wrong: every field can be any value, and checksums are made last.
struct PNGBuilder {
  /// One chunk, with its CRC unless `crc` says otherwise.
  struct Chunk {
    var type: String
    var data: [UInt8] = []
    var crc: UInt32?
    var length: Int?

    var bytes: [UInt8] {
      let body = Array(type.utf8) + data
      return PNGBuilder.big32(length ?? data.count) + body + PNGBuilder.big32(Int(crc ?? PNGBuilder.crc32(body)))
    }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var chunks: [Chunk]
  var trailing: [UInt8] = []

  /// The file.
  var bytes: [UInt8] { Self.signature + chunks.flatMap(\.bytes) + trailing }

  /// A whole image of zero samples.
  init(
    width: Int = 4, height: Int = 3, bitDepth: Int = 8, colorType: Int = 2, isInterlaced: Bool = false,
    paletteCount: Int = 4
  ) {
    chunks = [Self.header(width, height, bitDepth, colorType, isInterlaced ? 1 : 0)]
    if colorType == 3 { chunks.append(Chunk(type: "PLTE", data: Array(repeating: 7, count: paletteCount * 3))) }
    let rows = Self.rows(width, height, bitDepth * Self.channelCount(colorType), isInterlaced: isInterlaced)
    chunks.append(Chunk(type: "IDAT", data: Self.zlib(rows)))
    chunks.append(Chunk(type: "IEND"))
  }

  /// Where the first chunk of this type stands in `chunks`.
  func index(of type: String) -> Int { chunks.firstIndex { $0.type == type } ?? chunks.count }

  /// The data of the first chunk of this type.
  subscript(type: String) -> [UInt8] {
    get { chunks[index(of: type)].data }
    set { chunks[index(of: type)].data = newValue }
  }

  /// Puts a chunk before the first of `type`.
  mutating func insert(_ chunk: Chunk, before type: String) { chunks.insert(chunk, at: index(of: type)) }

  func inserting(_ chunk: Chunk, before type: String) -> PNGBuilder {
    var builder = self
    builder.insert(chunk, before: type)
    return builder
  }

  // MARK: parts

  static func header(_ width: Int, _ height: Int, _ bitDepth: Int, _ colorType: Int, _ interlace: Int) -> Chunk {
    Chunk(
      type: "IHDR", data: big32(width) + big32(height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, UInt8(interlace)])
  }

  static func channelCount(_ colorType: Int) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// Filter byte and zero samples of every row; Adam7 pass by pass.
  static func rows(_ width: Int, _ height: Int, _ bitsPerPixel: Int, isInterlaced: Bool = false) -> [UInt8] {
    let whole = [(x: 0, y: 0, dx: 1, dy: 1)]
    let adam7 = [
      (x: 0, y: 0, dx: 8, dy: 8), (x: 4, y: 0, dx: 8, dy: 8), (x: 0, y: 4, dx: 4, dy: 8), (x: 2, y: 0, dx: 4, dy: 4),
      (x: 0, y: 2, dx: 2, dy: 4), (x: 1, y: 0, dx: 2, dy: 2), (x: 0, y: 1, dx: 1, dy: 2),
    ]
    return (isInterlaced ? adam7 : whole).flatMap { pass in
      let columns = stride(from: pass.x, to: width, by: pass.dx).underestimatedCount
      let lines = stride(from: pass.y, to: height, by: pass.dy).underestimatedCount
      guard columns > 0 else { return [UInt8]() }
      return [UInt8](repeating: 0, count: lines * (1 + (columns * bitsPerPixel + 7) / 8))
    }
  }

  static func frameControl(
    _ sequence: Int, _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, delay: (Int, Int) = (1, 10)
  ) -> Chunk {
    let delayBytes = big32(delay.0).suffix(2) + big32(delay.1).suffix(2)
    let place = [sequence, width, height, x, y].flatMap(big32)
    return Chunk(type: "fcTL", data: place + delayBytes + [0, 0])
  }

  static func frameData(_ sequence: Int, _ data: [UInt8]) -> Chunk { Chunk(type: "fdAT", data: big32(sequence) + data) }

  static func animationControl(_ frameCount: Int, plays: Int = 0) -> Chunk {
    Chunk(type: "acTL", data: big32(frameCount) + big32(plays))
  }

  // MARK: zlib

  /// A zlib stream of stored blocks.
  static func zlib(_ raw: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
      let count = min(raw.count - offset, 65_535)
      let isLast: UInt8 = offset + count == raw.count ? 1 : 0
      let low = UInt8(count & 0xFF)
      let high = UInt8(count >> 8)
      stream += [isLast, low, high, ~low, ~high] + raw[offset..<offset + count]
      offset += count
    } while offset < raw.count
    return stream + big32(Int(adler32(raw)))
  }

  /// A zlib stream of `count` zero bytes in one block of fixed codes: about 1 byte for 158.
  static func zlibZeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.append(0b011, 3)  // last block, fixed codes
    bits.append(reversed: 0b0011_0000, 8)  // literal 0
    var left = count - 1
    while left >= 258 {
      bits.append(reversed: 0b1100_0101, 8)  // length 258
      bits.append(0, 5)  // distance 1
      left -= 258
    }
    for _ in 0..<left { bits.append(reversed: 0b0011_0000, 8) }
    bits.append(0, 7)  // end of block
    // Adler-32 of zeros: the first sum stays 1, the second counts bytes.
    return [0x78, 0x01] + bits.bytes + big32((count % 65_521) << 16 | 1)
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << used
        used += 1
      }
    }

    mutating func append(reversed value: Int, _ count: Int) {
      append((0..<count).reduce(0) { $0 | (value >> $1 & 1) << (count - 1 - $1) }, count)
    }
  }

  // MARK: numbers

  static func big32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
