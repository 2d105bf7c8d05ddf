internal import CImageCodecs

/// What a decoder needs to know of a file: header, palette, transparency, and where the picture data stand.
struct PNGSource: Sendable {
  let header: PNGHeader
  /// The colours of an indexed picture with their opacity; empty otherwise.
  let palette: [PixelColor]
  /// The one colour that is transparent in a picture without palette and alpha channel.
  let key: PNGColorKey?
  /// The deflated bytes, chunk by chunk.
  let pieces: [Range<Int>]
  let chunks: PNGChunkList

  /// Reads the chunks.
  ///
  /// - Throws: `.undecodable` when no pixel could be made of them, or when there are more than `limits` allow.
  init(_ bytes: Span<UInt8>, limits: Limits) throws(PushImageError) {
    chunks = PNGChunkList(bytes, limits: limits)
    guard let first = chunks.chunks.first, first.type == .header, first.dataCount == PNGHeader.byteCount else {
      throw PushImageError(.undecodable, "the file does not begin as a PNG")
    }
    do throws(PNGHeaderFault) {
      header = try PNGHeader(bytes, at: first.dataOffset)
    } catch {
      throw PushImageError(.undecodable, error.message)
    }
    try Self.hold(header, against: limits)
    (palette, key) = try Self.colors(chunks, bytes, header)
    pieces = Self.pieces(chunks)
    guard !pieces.isEmpty else { throw PushImageError(.undecodable, "the PNG has no picture data") }
  }

  private static func hold(_ header: PNGHeader, against limits: Limits) throws(PushImageError) {
    let most = min(limits.maxPixelCount ?? .max, limits.maxDecodedPixelCount ?? .max)
    guard header.pixelCount <= most else {
      throw PushImageError(
        .undecodable,
        "image is \(PNGText.size(header.width, header.height)), \(header.pixelCount.grouped) pixels; "
          + "the limit is \(most.grouped)")
    }
  }

  /// The first run of IDAT chunks; what stands behind other chunks is no part of the picture.
  private static func pieces(_ list: PNGChunkList) -> [Range<Int>] {
    list.chunks.drop { $0.type != .imageData }.prefix { $0.type == .imageData }.map(\.dataRange)
      .filter { !$0.isEmpty }
  }

  /// Palette and transparency as libpng reads them: what is broken, or in the wrong place, is not there.
  private static func colors(
    _ list: PNGChunkList, _ bytes: Span<UInt8>, _ header: PNGHeader
  ) throws(PushImageError) -> ([PixelColor], PNGColorKey?) {
    let before = list.chunks.prefix { $0.type != .imageData }
    var transparency = before.first { $0.type == .transparency }
    if let chunk = transparency, !PNGChunkList.isSound(chunk, bytes) { transparency = nil }
    guard header.isIndexed else {
      guard let transparency, !header.hasAlphaChannel else { return ([], nil) }
      return ([], PNGColorKey(bytes.extracting(transparency.dataRange), header))
    }
    guard let place = before.firstIndex(where: { $0.type == .palette }) else {
      throw PushImageError(.undecodable, "the indexed PNG has no palette")
    }
    let chunk = before[place]
    let count = min(chunk.dataCount / 3, 1 << header.bitDepth)
    guard chunk.dataCount % 3 == 0, count > 0, chunk.dataCount <= 768 else {
      throw PushImageError(.undecodable, "the palette of the PNG is broken")
    }
    // In front of the palette, or longer than it, transparency is not read.
    if let found = transparency, found.byteOffset < chunk.byteOffset || found.dataCount > count { transparency = nil }
    let alphaOffset = transparency?.dataOffset ?? 0
    let alphaCount = transparency?.dataCount ?? 0
    return (
      (0..<count).map { index in
        let place = chunk.dataOffset + 3 * index
        let alpha = index < alphaCount ? bytes[alphaOffset + index] : 255
        return PixelColor(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], alpha: alpha)
      }, nil
    )
  }

  /// Whether some pixel may not be opaque.
  var hasAlpha: Bool { header.hasAlphaChannel || key != nil || palette.contains { $0.alpha < 255 } }
}

/// The colour that a tRNS chunk makes transparent, in samples of the picture's depth; of gray only the first counts.
struct PNGColorKey: Sendable, Hashable {
  var red: UInt16
  var green: UInt16
  var blue: UInt16

  init(red: UInt16, green: UInt16, blue: UInt16) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Nil when the chunk has not the bytes of one colour. Bits past the depth do not count.
  init?(_ data: Span<UInt8>, _ header: PNGHeader) {
    let mask = (1 << header.bitDepth) - 1
    func sample(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: (data.bigEndian16(at: 2 * index) ?? 0) & mask) }
    guard data.count == (header.isGray ? 2 : 6) else { return nil }
    self.init(red: sample(0), green: header.isGray ? sample(0) : sample(1), blue: header.isGray ? sample(0) : sample(2))
  }
}
