/// The four letters that say what a chunk is.
struct PNGChunkType: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// By four ASCII letters.
  init(_ name: StaticString) {
    var value: UInt32 = 0
    name.withUTF8Buffer { letters in
      for index in 0..<letters.count { value = unsafe value << 8 | UInt32(letters[index]) }
    }
    rawValue = value
  }

  static let header = PNGChunkType("IHDR")
  static let palette = PNGChunkType("PLTE")
  static let imageData = PNGChunkType("IDAT")
  static let end = PNGChunkType("IEND")
  static let cgbi = PNGChunkType("CgBI")

  private func letter(_ index: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * index)) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// Decoders must understand a chunk whose first letter is a capital.
  var isCritical: Bool { rawValue & 0x2000_0000 == 0 }

  /// Four ASCII letters; anything else is no chunk type.
  var isLegal: Bool {
    Self.isLetter(letter(0)) && Self.isLetter(letter(1)) && Self.isLetter(letter(2)) && Self.isLetter(letter(3))
  }

  /// The letters; other bytes as `\xNN`.
  var name: String {
    (0..<4).map(letter).reduce(into: "") { name, byte in
      if Self.isLetter(byte) {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        name += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

/// One chunk: four bytes of length, four of type, the data, four of CRC.
struct PNGChunk: Sendable {
  /// Length, type and CRC.
  static let frameByteCount = 12

  let type: PNGChunkType
  /// Of the length field, from the start of the file.
  let byteOffset: Int
  /// Without length, type and CRC.
  let dataCount: Int

  var dataOffset: Int { byteOffset + 8 }
  var dataRange: Range<Int> { dataOffset..<dataOffset + dataCount }
  var endOffset: Int { dataRange.upperBound + 4 }
  var range: Range<Int> { byteOffset..<endOffset }
}
