internal import CImageCodecs

/// Puts chunks together to a file.
struct PNGWriter: Sendable {
  private(set) var bytes = PNGStructure.signature

  /// - Parameter byteCount: about the size of the file.
  init(reserving byteCount: Int = 0) { bytes.reserveCapacity(byteCount) }

  /// A chunk with its CRC; data of 2^31 bytes and more are cut into several.
  mutating func append(_ type: PNGChunkType, _ data: Span<UInt8>) {
    var offset = 0
    repeat {
      let count = min(data.count - offset, PNGHeader.maxSide)
      appendOne(type, data.extracting(offset..<offset + count))
      offset += count
    } while offset < data.count
  }

  /// A chunk with its CRC.
  mutating func append(_ type: PNGChunkType, _ data: [UInt8] = []) {
    append(type, data.span)
  }

  private mutating func appendOne(_ type: PNGChunkType, _ data: Span<UInt8>) {
    append32(UInt32(truncatingIfNeeded: data.count))
    let start = bytes.count
    append32(type.rawValue)
    append(data)
    append32(checksum(from: start))
  }

  private func checksum(from start: Int) -> UInt32 {
    let covered = bytes.span.extracting(start..<bytes.count)
    return unsafe covered.withUnsafeBufferPointer { unsafe cimg_crc32($0.baseAddress, $0.count) }
  }

  /// Bytes of another file: whole chunks.
  mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func append(_ header: PNGHeader) {
    let sizes = [header.width, header.height].flatMap { Self.bigEndian32(UInt32(truncatingIfNeeded: $0)) }
    append(.header, sizes + [UInt8(header.bitDepth), UInt8(header.colorType), 0, 0, header.isInterlaced ? 1 : 0])
  }

  private mutating func append32(_ value: UInt32) { bytes += Self.bigEndian32(value) }

  static func bigEndian32(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
