/// One deflated picture in the chunks of a file: the image of the IDAT chunks, or a frame of the fdAT chunks.
struct PNGPictureStream: Sendable {
  /// Whole chunks that stand one behind the other; those of another type are passed over.
  let chunks: Range<Int>
  let type: PNGChunkType
  /// Bytes before the deflated data in each chunk: 4 in fdAT.
  let skippedByteCount: Int
  let width: Int
  let height: Int
  let bitsPerPixel: Int
  let isInterlaced: Bool
  /// Colors that an index may name; nil when it cannot name too many.
  var colorCount: Int?

  /// The deflated bytes of the next chunk that has any; `offset` moves behind the chunk. Nil at the end.
  func nextPiece(of bytes: Span<UInt8>, _ offset: inout Int) -> Range<Int>? {
    let end = min(chunks.upperBound, bytes.count)
    while end - offset >= PNGChunk.frameByteCount {
      guard let length = bytes.bigEndian32(at: offset), let type = bytes.bigEndian32(at: offset + 4),
        length <= end - offset - PNGChunk.frameByteCount
      else { return nil }
      let data = offset + 8..<offset + 8 + length
      offset = data.upperBound + 4
      if type == Int(self.type.rawValue), length > skippedByteCount {
        return data.lowerBound + skippedByteCount..<data.upperBound
      }
    }
    return nil
  }
}
