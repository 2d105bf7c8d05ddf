/// Writes the same pixels in few bytes: tries colour types, palettes and filters on a fast level of deflate, then deflates
/// the best of them slowly.
///
/// Cost, on one core of 2020: 0.5 to 2 s for a picture of 1 megapixel with `.thorough`, the more the flatter it is; 0.05 s
/// with `.balanced`. Memory: two copies of the rows and the file.
struct PNGEncoder {
  /// Balanced: one colour type, one or two filters. Thorough: all colour types, palette orders and filters.
  typealias Effort = EncodingRequest.Effort

  /// A way to write the picture: what is filtered how.
  private struct Plan {
    let raster: Int
    let filtering: PNGFiltering
    var byteCount = 0
  }

  let effort: Effort

  /// Rows of more bytes may be deflated at a lower level when effort is balanced.
  private static let quickByteCount = 1 << 20
  /// Rows of more bytes are deflated at a lower level when effort is thorough.
  private static let slowByteCount = 32 << 20
  /// Bytes that are deflated at the highest level, in up to three ways.
  private static let finalByteCount = 16 << 20
  /// Rows of no more bytes are tried on a slower level, and deflated in full in more ways.
  private static let smallByteCount = 512 << 10
  /// Rows of no more bytes are deflated in every way.
  private static let tinyByteCount = 64 << 10
  /// Rows of more bytes are deflated as they are filtered, by zlib.
  private static let wholeByteCount = 256 << 20
  /// Rasters for which all filters are tried.
  private static let filteredRasterCount = 3
  /// Bytes of rows on which ways are tried.
  private static let sampleByteCount = 3 << 20

  /// The critical chunks of the smallest file that was found.
  ///
  /// - Parameter rasters: the same picture in different ways; the first is the likely best.
  func encode(_ rasters: [PNGRaster]) throws(PushImageError) -> PNGEncoding {
    let plans = try tried(rasters)
    let rowsByteCount = rasters[plans[0].raster].rows.count
    guard rowsByteCount <= Self.wholeByteCount else {
      let raster = rasters[plans[0].raster]
      return PNGEncoding(raster, imageData: try PNGStreamDeflater.deflate(raster, plans[0].filtering))
    }
    let deflater = try PNGDeflater(level: level(plans[0], rowsByteCount))
    var best: PNGEncoding?
    for plan in finalists(plans, rowsByteCount) {
      let encoding = try deflated(plan, rasters[plan.raster], deflater)
      if best.map({ encoding.byteCount < $0.byteCount }) ?? true { best = encoding }
    }
    guard let best else { throw PushImageError(.outOfMemory, "no memory to write a PNG") }
    return best
  }

  /// What is deflated in full: the first, of smaller pictures some more, and what has no filter, which flat pictures love.
  private func finalists(_ plans: [Plan], _ rowsByteCount: Int) -> ArraySlice<Plan> {
    guard effort == .thorough else { return plans.prefix(1) }
    let count = max(1, min(rowsByteCount <= Self.smallByteCount ? 4 : 3, Self.finalByteCount / max(1, rowsByteCount)))
    let isFlat = plans[0].byteCount < rowsByteCount / 8
    guard count > 1 || isFlat, let plain = plans.first(where: { $0.filtering == .fixed(0) }),
      !plans.prefix(count).contains(where: { $0.filtering == .fixed(0) })
    else { return plans.prefix(count) }
    return plans.prefix(count) + [plain]
  }

  /// libdeflate's best parsing loses to zlib where nearly everything repeats, so that such pictures get both.
  private func deflated(
    _ plan: Plan, _ raster: PNGRaster, _ deflater: borrowing PNGDeflater
  ) throws(PushImageError) -> PNGEncoding {
    var data = deflater.deflate(plan.filtering.filtered(raster).span)
    let isSmall = raster.rows.count <= Self.tinyByteCount
    if effort == .thorough, isSmall || plan.byteCount < raster.rows.count / 8 {
      for memoryLevel in isSmall ? [9, 8] : [9] {
        let other = try PNGStreamDeflater.deflate(raster, plan.filtering, memoryLevel: memoryLevel)
        if other.count < data.count { data = other }
      }
    }
    return PNGEncoding(raster, imageData: data)
  }

  /// What hardly deflates is deflated fast: level 1 takes 40 % of the time of 6 and makes 1 to 2 % more bytes of photographs
  /// and of scaled drawings. Flat pictures lose more by it.
  private func level(_ plan: Plan, _ byteCount: Int) -> Int {
    guard effort == .balanced else { return byteCount <= Self.slowByteCount ? 12 : 10 }
    return byteCount > Self.quickByteCount && plan.byteCount > byteCount / 4 ? 1 : 6
  }

  /// All ways, the best first.
  private func tried(_ rasters: [PNGRaster]) throws(PushImageError) -> [Plan] {
    let isSmall = rasters[0].rows.count <= Self.smallByteCount
    let deflater = try PNGDeflater(level: effort == .balanced ? 2 : isSmall ? 9 : 5)
    var indices = Array(rasters.indices)
    if rasters.count > Self.filteredRasterCount {
      // One filter each, to see which deserve the others.
      let first = indices.map { Plan(raster: $0, filtering: rasters[$0].isPlain ? .fixed(0) : .smallestSum) }
      indices = weighed(first, rasters, deflater).prefix(Self.filteredRasterCount).map(\.raster)
    }
    let plans = indices.flatMap { index in
      filterings(rasters[index]).map { Plan(raster: index, filtering: $0) }
    }
    return plans.count > 1 ? weighed(plans, rasters, deflater) : plans
  }

  /// By the size that a fast level gives, the smallest first.
  private func weighed(_ plans: [Plan], _ rasters: [PNGRaster], _ deflater: borrowing PNGDeflater) -> [Plan] {
    var plans = plans
    for (number, plan) in plans.enumerated() {
      let raster = rasters[plan.raster]
      var byteCount = 0
      var rowCount = 0
      for rows in sample(raster) {
        byteCount += deflater.deflate(plan.filtering.filtered(raster, rows: rows).span).count
        rowCount += rows.count
      }
      plans[number].byteCount = PNGEncoding.paletteByteCount(raster) + byteCount * raster.header.height / rowCount
    }
    return plans.enumerated().sorted { ($0.element.byteCount, $0.offset) < ($1.element.byteCount, $1.offset) }
      .map(\.element)
  }

  private func filterings(_ raster: PNGRaster) -> [PNGFiltering] {
    switch effort {
    case .balanced: raster.isPlain ? [.fixed(0)] : [.smallestSum, .fixed(0)]
    case .thorough: PNGFiltering.all
    }
  }

  /// The whole picture, or four stripes of it.
  private func sample(_ raster: PNGRaster) -> [Range<Int>] {
    let height = raster.header.height
    let most = effort == .thorough ? Self.sampleByteCount : Self.sampleByteCount / 8
    guard raster.rows.count > most else { return [0..<height] }
    let count = max(1, most / 4 / raster.header.rowByteCount)
    return (0..<4).map { index in
      let first = (height - count) * index / 3
      return first..<first + count
    }
  }
}

/// The critical chunks of a picture.
struct PNGEncoding: Sendable {
  let header: PNGHeader
  let palette: [PixelColor]
  let key: PNGColorKey?
  /// The zlib stream.
  let imageData: [UInt8]

  init(_ raster: PNGRaster, imageData: [UInt8]) {
    header = raster.header
    palette = raster.palette
    key = raster.key
    self.imageData = imageData
  }

  /// Bytes that depend on how it was encoded.
  var byteCount: Int { Self.paletteByteCount(palette, key, isGray: header.isGray) + imageData.count }

  static func paletteByteCount(_ raster: PNGRaster) -> Int {
    paletteByteCount(raster.palette, raster.key, isGray: raster.header.isGray)
  }

  private static func paletteByteCount(_ palette: [PixelColor], _ key: PNGColorKey?, isGray: Bool) -> Int {
    let count = PNGTransparency.bytes(palette, key, isGray: isGray).count
    return (palette.isEmpty ? 0 : PNGChunk.frameByteCount + 3 * palette.count)
      + (count > 0 ? PNGChunk.frameByteCount + count : 0)
  }

  /// IHDR to IEND, with `front` before the palette, `middle` before the picture and `back` behind it.
  func file(front: PNGWriterStep = { _ in }, middle: PNGWriterStep = { _ in }, back: PNGWriterStep = { _ in })
    -> [UInt8]
  {
    var writer = PNGWriter(reserving: imageData.count + 4096)
    writer.append(header)
    front(&writer)
    if !palette.isEmpty { writer.append(.palette, palette.flatMap { [$0.red, $0.green, $0.blue] }) }
    let transparency = PNGTransparency.bytes(palette, key, isGray: header.isGray)
    if !transparency.isEmpty { writer.append(.transparency, transparency) }
    middle(&writer)
    writer.append(.imageData, imageData)
    back(&writer)
    writer.append(.end)
    return writer.bytes
  }
}

/// The data of a tRNS chunk.
enum PNGTransparency {
  /// Opacities up to the last that is not full, or the transparent colour; empty when there is neither.
  static func bytes(_ palette: [PixelColor], _ key: PNGColorKey?, isGray: Bool) -> [UInt8] {
    guard palette.isEmpty else {
      let count = (palette.lastIndex { $0.alpha < 255 } ?? -1) + 1
      return palette.prefix(count).map(\.alpha)
    }
    guard let key else { return [] }
    let samples = isGray ? [key.red] : [key.red, key.green, key.blue]
    return samples.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}

/// Adds chunks to a file.
typealias PNGWriterStep = (inout PNGWriter) -> Void
