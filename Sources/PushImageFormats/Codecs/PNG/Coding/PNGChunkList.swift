internal import CImageCodecs

/// The chunks of a file up to IEND, as far as they can be told apart. That their order is right is not checked.
struct PNGChunkList: Sendable {
  private(set) var chunks: [PNGChunk] = []

  /// Nothing when the signature is wrong; ends before a chunk that reaches past the end of the file.
  init(_ bytes: Span<UInt8>, limits: Limits) {
    guard bytes.matches(PNGStructure.signature, at: 0) else { return }
    var offset = PNGStructure.signature.count
    while let length = bytes.bigEndian32(at: offset), let type = bytes.bigEndian32(at: offset + 4),
      length <= bytes.count - offset - PNGChunk.frameByteCount, chunks.count < limits.maxChunkCount ?? .max
    {
      let chunk = PNGChunk(
        type: PNGChunkType(rawValue: UInt32(truncatingIfNeeded: type)), byteOffset: offset, dataCount: length)
      chunks.append(chunk)
      guard chunk.type != .end else { return }
      offset = chunk.endOffset
    }
    appendCutImageData(bytes, at: offset)
  }

  /// What is left of picture data that the file ends in; a chunk without its CRC.
  private mutating func appendCutImageData(_ bytes: Span<UInt8>, at offset: Int) {
    guard bytes.bigEndian32(at: offset + 4) == Int(PNGChunkType.imageData.rawValue) else { return }
    let count = bytes.count - offset - 8
    if count > 0 { chunks.append(PNGChunk(type: .imageData, byteOffset: offset, dataCount: count)) }
  }

  /// The first chunk of a type.
  func first(_ type: PNGChunkType) -> PNGChunk? { chunks.first { $0.type == type } }

  /// Whether a chunk is whole and its CRC is right.
  static func isSound(_ chunk: PNGChunk, _ bytes: Span<UInt8>) -> Bool {
    guard chunk.endOffset <= bytes.count else { return false }
    let covered = bytes.extracting(chunk.byteOffset + 4..<chunk.dataRange.upperBound)
    let actual = unsafe covered.withUnsafeBufferPointer { unsafe cimg_crc32($0.baseAddress, $0.count) }
    return bytes.bigEndian32(at: chunk.dataRange.upperBound) == Int(actual)
  }
}
