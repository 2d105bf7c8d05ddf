/// Builds the TIFF structure of EXIF, right or wrong, byte by byte.
struct TIFFBuilder {
  struct Entry {
    var tag: Int
    var type = 3
    var count = 1
    var value: Int
  }

  var isLittleEndian = true
  private(set) var bytes: [UInt8] = []

  init(isLittleEndian: Bool = true, firstDirectory: Int = 8) {
    self.isLittleEndian = isLittleEndian
    bytes = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    append16(42)
    append32(firstDirectory)
  }

  mutating func append16(_ value: Int) {
    let pair = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    bytes += isLittleEndian ? pair : pair.reversed()
  }

  mutating func append32(_ value: Int) {
    let quad = (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    bytes += isLittleEndian ? quad : quad.reversed()
  }

  /// A directory; SHORT values stand left-justified in their field.
  mutating func appendDirectory(_ entries: [Entry], claimedCount: Int? = nil, next: Int? = 0) {
    append16(claimedCount ?? entries.count)
    for entry in entries {
      append16(entry.tag)
      append16(entry.type)
      append32(entry.count)
      if entry.type == 3, entry.count == 1 {
        append16(entry.value)
        append16(0)
      } else {
        append32(entry.value)
      }
    }
    if let next { append32(next) }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
