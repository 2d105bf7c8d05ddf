internal import PushImageFormats

/// The pixels of BI_RLE8 and BI_RLE4: runs, literal pixels, and moves of the place to write.
///
/// The work is bounded by the bytes of the file and the pixels of the picture: what would be written outside is not.
struct BMPRunLengths {
  /// One index a pixel, top row first.
  private(set) var indices: [UInt8]
  /// Rows that no code reached before the data ended without saying so.
  private(set) var missingRowCount = 0
  private let width: Int
  private let height: Int
  private let isHalf: Bool
  private var x = 0
  /// From the bottom.
  private var y = 0

  init(_ header: BMPHeader, _ bytes: Span<UInt8>) {
    width = header.size.width
    height = header.size.height
    isHalf = header.coding == .runLengths4
    indices = [UInt8](repeating: 0, count: width * height)
    if !read(bytes, from: header.pixelOffset) { missingRowCount = height - min(x >= width ? y + 1 : y, height) }
  }

  /// Whether the data say where the picture ends, or fill it.
  private mutating func read(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var offset = start
    while y < height, let count = bytes.byte(at: offset), let value = bytes.byte(at: offset + 1) {
      offset += 2
      switch (count, value) {
      case (0, 0): (x, y) = (0, y + 1)
      case (0, 1): return true
      case (0, 2):
        guard let right = bytes.byte(at: offset), let up = bytes.byte(at: offset + 1) else { return false }
        (x, y) = (x + Int(right), y + Int(up))
        offset += 2
      case (0, _):
        guard let next = literal(Int(value), bytes, at: offset) else { return false }
        offset = next
      default: run(Int(count), value)
      }
    }
    // The last row may be full without a code behind it.
    return y >= height || (y == height - 1 && x >= width)
  }

  private mutating func run(_ count: Int, _ value: UInt8) {
    for index in 0..<count { write(isHalf ? (index % 2 == 0 ? value >> 4 : value & 15) : value) }
  }

  /// Pixels one by one, padded to two bytes; where they end, or nil when the file does first.
  private mutating func literal(_ count: Int, _ bytes: Span<UInt8>, at offset: Int) -> Int? {
    for index in 0..<count {
      guard let byte = bytes.byte(at: offset + (isHalf ? index / 2 : index)) else { return nil }
      write(isHalf ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte)
    }
    let byteCount = isHalf ? (count + 1) / 2 : count
    return offset + byteCount + byteCount % 2
  }

  private mutating func write(_ index: UInt8) {
    if x < width, y < height { indices[(height - 1 - y) * width + x] = index }
    x += 1
  }
}
