/// The native engine: inflates a picture row by row in constant memory, and makes no pixel.
///
/// Looked at are the compressed data with their checksum, the number and length of rows, filter bytes, and what is left
/// over. Nothing else in a row can be wrong but a palette index, which is looked at where the row shows it as it is.
struct PNGNativeDecoder {
  /// Excess rows are counted up to here, no further.
  private static let maxExcessByteCount = 1 << 20
  /// Calls of the inflater, each of at most 128 KiB of output, between two looks at the clock.
  private static let callsPerClock = 8

  let stream: PNGPictureStream
  let limits: PNGLimits

  /// What is wrong with the rows, worst first.
  func read(_ bytes: Span<UInt8>) -> PNGRows {
    var cursor = PNGRowCursor(stream)
    var rows = PNGRows()
    var inflater = Inflater()
    var offset = stream.chunks.lowerBound
    var callCount = 0
    rows.byteOffset = stream.chunks.upperBound
    rows.end = .cut
    while let piece = stream.nextPiece(of: bytes, &offset) {
      let input = bytes.extracting(piece)
      var position = 0
      let end = inflate(input, &position, &inflater, &cursor, &callCount)
      guard let end else { continue }
      rows.end = end
      rows.byteOffset = piece.lowerBound + position
      if case .whole = end { rows.trailingByteCount = trailingByteCount(bytes, piece.count - position, offset) }
      break
    }
    rows.note(cursor)
    return rows
  }

  /// Inflates one piece; nil when the stream goes on behind it.
  private func inflate(
    _ piece: Span<UInt8>, _ position: inout Int, _ inflater: inout Inflater, _ cursor: inout PNGRowCursor,
    _ callCount: inout Int
  ) -> PNGRows.End? {
    while true {
      // A distance is held against a small window where the output of earlier calls ends. libpng asks row by row.
      let limit = inflater.hasSmallWindow && !cursor.isDone ? cursor.bytesLeft : nil
      let step = inflater.read(piece, &position, limit: limit)
      guard inflater.withOutput({ cursor.take($0) }) else { return .illegalFilter }
      guard cursor.excessByteCount < Self.maxExcessByteCount else { return .excess }
      switch step {
      case .wantsInput: return nil
      case .ended: return .whole
      case .failed(.checksum): return .checksum
      case .failed(let fault): return .fault(fault)
      case .output: break
      }
      callCount += 1
      if callCount % Self.callsPerClock == 0, limits.isOverTime { return .overTime }
    }
  }

  /// Bytes of the chunks behind the zlib stream, of which so many stand in the chunk where it ended.
  private func trailingByteCount(_ bytes: Span<UInt8>, _ count: Int, _ offset: Int) -> Int {
    var count = count
    var offset = offset
    while let piece = stream.nextPiece(of: bytes, &offset) { count += piece.count }
    return count
  }
}
