extension Bitmap {
  /// No side of the picture in which attention is looked for is longer.
  private static let attentionSide = 128

  /// Where to cut a part of `size` so that it holds what people look at: edges, strong colours and the colours of skin.
  ///
  /// In whole numbers, so that the place depends on the pixels alone. Among equals the one nearest to the middle; a
  /// picture without any detail is cut in the middle.
  /// - Precondition: `size` is at most this one's in both directions; the layout is not CMYK.
  /// - Returns: the top left pixel of the part.
  package func placeOfAttention(for size: PixelSize) -> (x: Int, y: Int) {
    let bounds = PixelSize(width: Self.attentionSide, height: Self.attentionSide)
    let smallSize = self.size.fitted(within: bounds)
    guard let small = try? scaled(to: smallSize) else {
      return ((self.size.width - size.width) / 2, (self.size.height - size.height) / 2)
    }
    let map = small.converted(to: .rgba).attentionMap()
    var columns = [Int](repeating: 0, count: smallSize.width)
    var rows = [Int](repeating: 0, count: smallSize.height)
    for y in 0..<smallSize.height {
      for x in 0..<smallSize.width {
        columns[x] += map[y * smallSize.width + x]
        rows[y] += map[y * smallSize.width + x]
      }
    }
    return (
      Self.bestStart(columns, part: size.width, whole: self.size.width),
      Self.bestStart(rows, part: size.height, whole: self.size.height)
    )
  }

  /// The start of the part of `whole` that holds most of `weights`, which are spread evenly over it.
  private static func bestStart(_ weights: [Int], part: Int, whole: Int) -> Int {
    guard part < whole else { return 0 }
    let length = max(1, min(weights.count, (part * weights.count + whole / 2) / whole))
    let middle = (weights.count - length) / 2
    var sum = weights[..<length].reduce(0, +)
    var best = (start: 0, sum: sum)
    for start in stride(from: 1, through: weights.count - length, by: 1) {
      sum += weights[start + length - 1] - weights[start - 1]
      let isNearer = abs(start - middle) < abs(best.start - middle)
      if sum > best.sum || (sum == best.sum && isNearer) { best = (start, sum) }
    }
    let start = best.start == middle ? (whole - part) / 2 : (best.start * whole + weights.count / 2) / weights.count
    return min(start, whole - part)
  }

  /// For each pixel how much it draws the eye.
  ///
  /// - Precondition: the layout is RGBA.
  private func attentionMap() -> [Int] {
    let light = (0..<size.pixelCount).map { pixel in
      let place = pixel * 4
      return (Int(bytes[place]) * 77 + Int(bytes[place + 1]) * 150 + Int(bytes[place + 2]) * 29) >> 8
    }
    var map = [Int](repeating: 0, count: size.pixelCount)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = y * size.width + x
        let right = x + 1 < size.width ? abs(light[place] - light[place + 1]) : 0
        let below = y + 1 < size.height ? abs(light[place] - light[place + size.width]) : 0
        let color = Self.weight(red: bytes[place * 4], green: bytes[place * 4 + 1], blue: bytes[place * 4 + 2])
        map[place] = ((right + below) * 4 + color) * Int(bytes[place * 4 + 3]) / 255
      }
    }
    return map
  }

  /// Saturation, and as much again for the colours of skin: red before green before blue, by distances that hold for
  /// light and dark skin alike (Kovac, Peer and Solina, 2003, without their limit of brightness).
  private static func weight(red: UInt8, green: UInt8, blue: UInt8) -> Int {
    let (red, green, blue) = (Int(red), Int(green), Int(blue))
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let saturation = high == 0 ? 0 : (high - low) * 64 / high
    let isSkin = red > 50 && red > green && green >= blue && red - green > 10 && high - low > 15 && red - green < 90
    return saturation + (isSkin ? 96 : 0)
  }
}
