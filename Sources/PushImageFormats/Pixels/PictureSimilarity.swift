/// How far pictures are from one original, for choosing between them: structural similarity of brightness (SSIM) and the
/// squared error of colours, before black and before white.
///
/// Smaller pictures are scaled up by a cubic of Catmull and Rom. Of a large original 16 pieces are looked at, so that a
/// question takes about 30 ms at most. Deterministic.
package struct PictureSimilarity: Sendable {
  /// Pieces of more pixels in all are not looked at.
  private static let maxPixelCount = 400_000
  private static let tileSide = 160

  /// A piece of the original.
  private struct Tile: Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let pixels: [PremultipliedColor]
  }

  private let size: PixelSize
  private let tiles: [Tile]
  private let hasAlpha: Bool

  /// - Precondition: the layout is not CMYK.
  package init(to original: Bitmap) {
    size = original.size
    hasAlpha = original.layout.hasAlpha
    tiles = Self.places(size).map { x, y, width, height in
      var pixels: [PremultipliedColor] = []
      pixels.reserveCapacity(width * height)
      for row in y..<y + height {
        for column in x..<x + width { pixels.append(PremultipliedColor(original.color(column, row))) }
      }
      return Tile(x: x, y: y, width: width, height: height, pixels: pixels)
    }
  }

  private static func places(_ size: PixelSize) -> [(x: Int, y: Int, width: Int, height: Int)] {
    guard size.pixelCount > maxPixelCount else { return [(0, 0, size.width, size.height)] }
    let width = min(tileSide, size.width)
    let height = min(tileSide, size.height)
    return (0..<16).map { index in
      ((size.width - width) * (index % 4) / 3, (size.height - height) * (index / 4) / 3, width, height)
    }
  }

  /// 0 for the original, more for what is farther from it: the product of what SSIM lacks and the squared error, so that a
  /// tenth more of either counts as much.
  package func distance(of bitmap: Bitmap) -> Double {
    var error = 0.0
    var structure = 0.0
    var windowCount = 0.0
    var pixelCount = 0.0
    for tile in tiles {
      let pixels = sample(bitmap, tile)
      for (a, b) in zip(tile.pixels, pixels) { error += a.squaredError(b) }
      pixelCount += Double(pixels.count)
      for isWhite in hasAlpha ? [false, true] : [false] {
        let result = Self.structure(tile.pixels, pixels, tile.width, tile.height, isWhite)
        structure += result.sum
        windowCount += result.count
      }
    }
    let lack = windowCount > 0 ? max(0, 1 - structure / windowCount) : 0
    return (lack + 1e-6) * (error / pixelCount + 1e-3)
  }

  // MARK: scaling up

  private func sample(_ bitmap: Bitmap, _ tile: Tile) -> [PremultipliedColor] {
    var pixels: [PremultipliedColor] = []
    pixels.reserveCapacity(tile.pixels.count)
    guard bitmap.size != size else {
      for y in tile.y..<tile.y + tile.height {
        for x in tile.x..<tile.x + tile.width { pixels.append(PremultipliedColor(bitmap.color(x, y))) }
      }
      return pixels
    }
    let across = (tile.x..<tile.x + tile.width).map { CubicTap($0, size.width, bitmap.size.width) }
    for y in tile.y..<tile.y + tile.height {
      let down = CubicTap(y, size.height, bitmap.size.height)
      let row = column(bitmap, across, down)
      let first = across[0].first
      for tap in across {
        var sum = PremultipliedColor()
        for index in 0..<4 { sum.add(row[tap.first - first + index], times: tap.weights[index]) }
        pixels.append(sum.clamped)
      }
    }
    return pixels
  }

  /// One row between four, over all columns that are needed.
  private func column(_ bitmap: Bitmap, _ across: [CubicTap], _ down: CubicTap) -> [PremultipliedColor] {
    guard let first = across.first, let last = across.last else { return [] }
    return (first.first..<last.first + 4).map { x in
      let column = min(max(x, 0), bitmap.size.width - 1)
      var sum = PremultipliedColor()
      for index in 0..<4 {
        let row = min(max(down.first + index, 0), bitmap.size.height - 1)
        sum.add(PremultipliedColor(bitmap.color(column, row)), times: down.weights[index])
      }
      return sum
    }
  }

  // MARK: structure

  /// SSIM over windows of 8 by 8 every 4 pixels (Wang and others, 2004), summed; brightness by Rec. 601.
  private static func structure(
    _ a: [PremultipliedColor], _ b: [PremultipliedColor], _ width: Int, _ height: Int, _ isWhite: Bool
  ) -> (sum: Double, count: Double) {
    let left = a.map { $0.brightness(isWhite) }
    let right = b.map { $0.brightness(isWhite) }
    let side = min(8, width, height)
    var sum = 0.0
    var count = 0.0
    for y in stride(from: 0, through: height - side, by: 4) {
      for x in stride(from: 0, through: width - side, by: 4) {
        sum += window(left, right, y * width + x, width, side)
        count += 1
      }
    }
    return (sum, count)
  }

  private static func window(_ a: [Float], _ b: [Float], _ start: Int, _ stride: Int, _ side: Int) -> Double {
    var sums = SIMD4<Float>.zero
    var products: Float = 0
    for row in 0..<side {
      for index in start + row * stride..<start + row * stride + side {
        let (x, y) = (a[index], b[index])
        sums += SIMD4(x, y, x * x, y * y)
        products += x * y
      }
    }
    let count = Double(side * side)
    let (x, y) = (Double(sums[0]) / count, Double(sums[1]) / count)
    let (xx, yy) = (Double(sums[2]) / count - x * x, Double(sums[3]) / count - y * y)
    let xy = Double(products) / count - x * y
    // The constants of the definition for 8 bits: (0.01 · 255)² and (0.03 · 255)².
    return (2 * x * y + 6.5025) * (2 * xy + 58.5225) / ((x * x + y * y + 6.5025) * (xx + yy + 58.5225))
  }
}

/// Where between the samples of a smaller row one of a larger row lies.
private struct CubicTap {
  /// Of four; may lie outside.
  let first: Int
  let weights: SIMD4<Float>

  init(_ index: Int, _ count: Int, _ smallerCount: Int) {
    let place = (Float(index) + 0.5) * Float(smallerCount) / Float(count) - 0.5
    let whole = place.rounded(.down)
    let t = place - whole
    first = Int(whole) - 1
    weights = SIMD4(
      ((2 - t) * t - 1) * t * 0.5, ((3 * t - 5) * t * t + 2) * 0.5, ((4 - 3 * t) * t + 1) * t * 0.5,
      (t - 1) * t * t * 0.5)
  }
}

extension PremultipliedColor {
  fileprivate var clamped: PremultipliedColor {
    var result = self
    result.alpha = min(max(alpha, 0), 255)
    result.red = min(max(red, 0), result.alpha)
    result.green = min(max(green, 0), result.alpha)
    result.blue = min(max(blue, 0), result.alpha)
    return result
  }

  /// The mean over the channels of the squared differences before black and before white.
  fileprivate func squaredError(_ other: PremultipliedColor) -> Double {
    let difference = self - other
    let (red, green, blue) = (difference.red, difference.green, difference.blue)
    let onBlack = red * red + green * green + blue * blue
    let alpha = difference.alpha
    let onWhite = (red - alpha) * (red - alpha) + (green - alpha) * (green - alpha) + (blue - alpha) * (blue - alpha)
    return Double(onBlack + onWhite) * (1 / 6)
  }

  fileprivate func brightness(_ isWhite: Bool) -> Float {
    0.299 * red + 0.587 * green + 0.114 * blue + (isWhite ? 255 - alpha : 0)
  }
}

extension Bitmap {
  /// The colour of one pixel.
  fileprivate func color(_ x: Int, _ y: Int) -> PixelColor {
    let offset = (y * size.width + x) * layout.channelCount
    switch layout {
    case .gray: return PixelColor(rawValue: UInt32(bytes[offset]) &* 0x01_0101 | 0xFF00_0000)
    case .grayAlpha:
      return PixelColor(rawValue: UInt32(bytes[offset]) &* 0x01_0101 | UInt32(bytes[offset + 1]) << 24)
    case .rgb: return PixelColor(red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
    case .rgba, .cmyk:
      return PixelColor(
        red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2], alpha: bytes[offset + 3])
    }
  }
}
