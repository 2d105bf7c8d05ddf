internal import CImageCodecs

/// Makes the checksums of a damaged PNG right again, so that the damage behind them is met.
public enum PNGRepair {
  /// More inflated bytes are not looked at.
  private static let maxRowByteCount = 4 << 20

  /// A chunk as it stands, whether its CRC is right or not.
  private struct Chunk {
    let offset: Int
    let type: ArraySlice<UInt8>
    let data: Range<Int>
  }

  /// The bytes with the right CRC in each chunk that is whole.
  public static func withCRCs(_ bytes: [UInt8]) -> [UInt8] {
    var repaired = bytes
    for chunk in chunks(bytes) {
      let crc = bytes.withUnsafeBufferPointer { buffer in
        cimg_crc32(buffer.baseAddress.map { $0 + chunk.offset + 4 }, chunk.data.count + 4)
      }
      repaired.replaceSubrange(chunk.data.upperBound..<chunk.data.upperBound + 4, with: bigEndian(crc))
    }
    return repaired
  }

  /// The bytes with the right Adler-32 behind the picture data; nil when they cannot be unpacked up to there.
  public static func withAdler(_ bytes: [UInt8]) -> [UInt8]? {
    let places = chunks(bytes).filter { $0.type.elementsEqual("IDAT".utf8) }.flatMap { Array($0.data) }
    let deflated = places.map { bytes[$0] }
    guard let (rows, used) = inflate(deflated), used >= 4 else { return nil }
    var repaired = bytes
    for (place, byte) in zip(places[used - 4..<used], bigEndian(adler(rows))) { repaired[place] = byte }
    return withCRCs(repaired)
  }

  /// The bytes with other rows, stored in one chunk without compression; nil when they cannot be unpacked.
  public static func withRows(of bytes: [UInt8], changedBy change: (inout [UInt8]) -> Void) -> [UInt8]? {
    let image = chunks(bytes).filter { $0.type.elementsEqual("IDAT".utf8) }
    guard let first = image.first, let last = image.last,
      var (rows, _) = inflate(image.flatMap { Array(bytes[$0.data]) })
    else { return nil }
    change(&rows)
    let stream = stored(rows)
    let chunk = bigEndian(UInt32(stream.count)) + Array("IDAT".utf8) + stream + [0, 0, 0, 0]
    return withCRCs(bytes[..<first.offset] + chunk + bytes[(last.data.upperBound + 4)...])
  }

  private static func chunks(_ bytes: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = 8
    while place + 12 <= bytes.count {
      let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - place - 12 else { break }
      let data = place + 8..<place + 8 + count
      chunks.append(Chunk(offset: place, type: bytes[place + 4..<place + 8], data: data))
      place = data.upperBound + 4
    }
    return chunks
  }

  /// The inflated bytes and how many deflated ones they took. A wrong checksum does not matter.
  private static func inflate(_ deflated: [UInt8]) -> (rows: [UInt8], usedByteCount: Int)? {
    var result = cimg_inflated()
    // Counted first: room for the most there may be would cost the fuzzer more than all the rest.
    deflated.withUnsafeBufferPointer { input in
      cimg_inflate(input.baseAddress, input.count, UInt64(maxRowByteCount), nil, 0, &result)
    }
    let capacity = Int(min(result.byte_count, UInt64(maxRowByteCount)))
    let rows = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      deflated.withUnsafeBufferPointer { input in
        cimg_inflate(
          input.baseAddress, input.count, UInt64(maxRowByteCount), buffer.baseAddress, capacity, &result)
      }
      count = Int(result.kept_byte_count)
    }
    let end = UInt32(bitPattern: result.end)
    guard end == CIMG_INFLATE_WHOLE.rawValue || end == CIMG_INFLATE_MALFORMED.rawValue else { return nil }
    return (rows, Int(result.used_byte_count))
  }

  /// A zlib stream of stored blocks (RFC 1951 3.2.4).
  private static func stored(_ rows: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(rows.count - place, 0xFFFF)
      let isLast = place + count == rows.count
      let low = UInt8(count & 0xFF)
      let high = UInt8(count >> 8)
      stream += [isLast ? 1 : 0, low, high, ~low, ~high]
      stream += rows[place..<place + count]
      place += count
    } while place < rows.count
    return stream + bigEndian(adler(rows))
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
