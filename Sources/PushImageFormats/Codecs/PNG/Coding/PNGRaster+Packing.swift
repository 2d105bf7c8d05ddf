/// Rasters of a bitmap's exact pixels, in the colour types and depths that they allow.
extension PNGRaster {
  /// Which reductions the chunks beside the picture allow: an ICC profile is of gray or of colour.
  enum ColorModels: Sendable {
    case any, grayOnly, colorOnly
  }

  /// Samples are names or parts of a byte, which rarely gain by filters.
  var isPlain: Bool { header.isIndexed || header.bitDepth < 8 }

  /// The same picture in the ways that may be smallest, the likely best first.
  static func candidates(_ bitmap: Bitmap, _ models: ColorModels, _ effort: PNGEncoder.Effort) -> [PNGRaster] {
    let analysis = PNGAnalysis(bitmap)
    let direct = direct(bitmap, analysis, models)
    guard let colors = analysis.colors, models != .grayOnly,
      !direct.header.isGray || direct.header.hasAlphaChannel || bits(colors.count) < direct.header.bitDepth
    else { return [direct] }
    guard effort == .thorough else { return [indexed(bitmap, PNGPaletteOrder.byBrightness.sorted(colors))] }
    let orders = PNGPaletteOrder.allCases.map { $0.sorted(colors) }
    var rasters = orders.map { indexed(bitmap, $0) }
    // Whole bytes repeat where parts of bytes do not.
    if bits(colors.count) < 8 { rasters.append(indexed(bitmap, orders[0], isPacked: false)) }
    return rasters + [direct]
  }

  /// The fewest that name so many colours.
  private static func bits(_ colorCount: Int) -> Int {
    colorCount > 16 ? 8 : colorCount > 4 ? 4 : colorCount > 2 ? 2 : 1
  }

  /// Gray, RGB, with alpha or a transparent colour, at the lowest depth: what is always possible.
  static func direct(_ bitmap: Bitmap, _ analysis: PNGAnalysis, _ models: ColorModels) -> PNGRaster {
    let isGray = analysis.isGray && models != .colorOnly
    let key = analysis.isOpaque ? nil : analysis.key
    let hasAlpha = !analysis.isOpaque && key == nil
    let layout: Bitmap.Layout = isGray ? hasAlpha ? .grayAlpha : .gray : hasAlpha ? .rgba : .rgb
    let header = PNGHeader(
      width: bitmap.size.width, height: bitmap.size.height, bitDepth: 8,
      colorType: isGray ? hasAlpha ? 4 : 0 : hasAlpha ? 6 : 2)
    let rows = bitmap.layout == layout ? bitmap.bytes : bitmap.rearranged(layout)
    var raster = PNGRaster(header: header, rows: rows)
    raster.key = key.map { PNGColorKey(red: UInt16($0.red), green: UInt16($0.green), blue: UInt16($0.blue)) }
    return layout == .gray ? raster.narrowed() : raster
  }

  /// Indexed by the colours in this order, with as few bits as name them, or with 8.
  static func indexed(_ bitmap: Bitmap, _ colors: [PixelColor], isPacked: Bool = true) -> PNGRaster {
    var table = PNGColorTable()
    for color in colors { table.add(color) }
    let lookup = table
    var indices: [UInt8] = []
    indices.reserveCapacity(bitmap.size.pixelCount)
    var last = PixelColor.transparent
    var index = UInt8(lookup.index(of: last))
    bitmap.forEachColor { color in
      if color != last {
        last = color
        index = UInt8(lookup.index(of: color))
      }
      indices.append(index)
    }
    return indexed(IndexedBitmap(size: bitmap.size, palette: colors, indices: indices), isPacked: isPacked)
  }

  /// Indexed, with as few bits as name the colours, or with 8.
  static func indexed(_ bitmap: IndexedBitmap, isPacked: Bool = true) -> PNGRaster {
    let bits = isPacked ? bits(bitmap.palette.count) : 8
    let header = PNGHeader(width: bitmap.size.width, height: bitmap.size.height, bitDepth: bits, colorType: 3)
    return PNGRaster(header: header, palette: bitmap.palette, rows: packed(bitmap.indices, header))
  }

  /// Samples of one byte each to samples of the header's depth, 8 at most.
  private static func packed(_ samples: [UInt8], _ header: PNGHeader) -> [UInt8] {
    let bits = header.bitDepth
    guard bits < 8 else { return samples }
    var rows: [UInt8] = []
    rows.reserveCapacity(header.rowByteCount * header.height)
    let samplesPerByte = 8 / bits
    for y in 0..<header.height {
      for first in stride(from: 0, to: header.width, by: samplesPerByte) {
        var byte: UInt8 = 0
        for place in 0..<min(samplesPerByte, header.width - first) {
          byte |= samples[y * header.width + first + place] << UInt8(8 - bits - place * bits)
        }
        rows.append(byte)
      }
    }
    return rows
  }

  /// Gray with fewer bits, where every value is one that they have.
  private func narrowed() -> PNGRaster {
    var seen = [Bool](repeating: false, count: 256)
    for sample in rows { seen[Int(sample)] = true }
    for bits in [1, 2, 4] {
      let step = 255 / ((1 << bits) - 1)
      guard !(0..<256).contains(where: { seen[$0] && $0 % step != 0 }) else { continue }
      // A colour that is not there need not be transparent.
      let keyed = key.flatMap { Int($0.red) % step == 0 ? $0 : nil }
      let gray = keyed.map { $0.red / UInt16(step) }
      let header = PNGHeader(width: header.width, height: header.height, bitDepth: bits, colorType: 0)
      let samples = rows.map { $0 / UInt8(step) }
      return PNGRaster(
        header: header, key: gray.map { PNGColorKey(red: $0, green: $0, blue: $0) }, rows: Self.packed(samples, header))
    }
    return self
  }
}

extension Bitmap {
  /// The same colours in another layout, which must be able to hold them.
  func rearranged(_ layout: Layout) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * layout.channelCount)
    forEachColor { color in
      bytes.append(color.red)
      if layout.channelCount >= 3 {
        bytes.append(color.green)
        bytes.append(color.blue)
      }
      if layout.hasAlpha { bytes.append(color.alpha) }
    }
    return bytes
  }
}
