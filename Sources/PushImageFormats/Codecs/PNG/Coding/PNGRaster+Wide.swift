/// Rasters of 16 bits a sample: exact ways to make them smaller.
extension PNGRaster {
  /// 8 bits a sample; nil when a sample is not one of 8 bits, that is not twice the same byte.
  func halved() -> PNGRaster? {
    guard header.bitDepth == 16 else { return nil }
    for index in stride(from: 0, to: rows.count, by: 2) where rows[index] != rows[index + 1] { return nil }
    var samples: [UInt8] = []
    samples.reserveCapacity(rows.count / 2)
    for index in stride(from: 0, to: rows.count, by: 2) { samples.append(rows[index]) }
    let header = PNGHeader(
      width: header.width, height: header.height, bitDepth: 8, colorType: header.colorType)
    return PNGRaster(header: header, key: key.flatMap(Self.halved), rows: samples)
  }

  /// Nil for a colour that no pixel of 8 bits can have.
  private static func halved(_ key: PNGColorKey) -> PNGColorKey? {
    guard key.red % 257 == 0, key.green % 257 == 0, key.blue % 257 == 0 else { return nil }
    return PNGColorKey(red: key.red / 257, green: key.green / 257, blue: key.blue / 257)
  }

  /// Without an alpha channel that is opaque, and without colour where there is only gray.
  func thinned(_ models: ColorModels) -> PNGRaster {
    guard header.bitDepth == 16 else { return self }
    let count = header.channelCount
    let dropsAlpha = header.hasAlphaChannel && isOpaque(count)
    let dropsColor = !header.isGray && models != .colorOnly && key == nil && isColorless(count)
    guard dropsAlpha || dropsColor else { return self }
    let colorChannels = dropsColor ? [0] : Array(0..<(header.isGray ? 1 : 3))
    let kept = colorChannels + (header.hasAlphaChannel && !dropsAlpha ? [count - 1] : [])
    var samples: [UInt8] = []
    samples.reserveCapacity(rows.count / count * kept.count)
    for pixel in stride(from: 0, to: rows.count, by: 2 * count) {
      for channel in kept {
        samples.append(rows[pixel + 2 * channel])
        samples.append(rows[pixel + 2 * channel + 1])
      }
    }
    let isGray = header.isGray || dropsColor
    let header = PNGHeader(
      width: header.width, height: header.height, bitDepth: 16,
      colorType: (isGray ? 0 : 2) + (kept.count > colorChannels.count ? 4 : 0))
    return PNGRaster(header: header, key: key, rows: samples)
  }

  private func isOpaque(_ count: Int) -> Bool {
    for pixel in stride(from: 2 * (count - 1), to: rows.count, by: 2 * count) {
      if rows[pixel] != 255 || rows[pixel + 1] != 255 { return false }
    }
    return true
  }

  private func isColorless(_ count: Int) -> Bool {
    for pixel in stride(from: 0, to: rows.count, by: 2 * count) {
      for byte in 0..<2
      where rows[pixel + byte] != rows[pixel + 2 + byte] || rows[pixel + byte] != rows[pixel + 4 + byte] {
        return false
      }
    }
    return true
  }
}
