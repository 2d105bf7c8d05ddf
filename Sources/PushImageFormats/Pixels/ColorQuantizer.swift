/// Finds the palette that stands best for the colours of a histogram.
///
/// Boxes of colours are cut across their longest axis where the sum of squared errors falls most, always the box that
/// gains most; then means move to their nearest colours (k-means) until little changes. Errors are those of
/// `SeenColor`, so that opacity counts as much as it shows. Deterministic; takes about 30 ms for a photograph.
package struct ColorQuantizer {
  /// Rounds of k-means at most; each costs one look at every colour.
  static let maxRoundCount = 10

  struct Point {
    var color: SeenColor
    var weight: Float
    /// Its mean in the last round.
    var cluster: Int32 = 0
  }

  /// At most `maxColorCount` colours that stand for those of `histogram`; all of them exactly, in the order they
  /// came, when they are not more.
  ///
  /// - Precondition: `maxColorCount` is 1 to 256.
  package static func palette(for histogram: ColorHistogram, maxColorCount: Int) -> [PixelColor] {
    precondition((1...256).contains(maxColorCount), "a palette has 1 to 256 colours")
    if let colors = histogram.colors, colors.count <= maxColorCount { return colors }
    var points = histogram.entries.map { point($0) }
    var means = ColorBoxes.means(&points, maxCount: maxColorCount)
    refine(&means, &points)
    var seen: Set<PixelColor> = []
    return means.map(\.pixelColor).filter { seen.insert($0).inserted }
  }

  private static func point(_ entry: ColorHistogram.Entry) -> Point {
    let weight = Float(entry.weight)
    // Sums become means before they lose digits.
    let scale = 1 / (255 * Double(entry.weight))
    let color = SeenColor(
      premultipliedRed: Float(Double(entry.red) * scale), green: Float(Double(entry.green) * scale),
      blue: Float(Double(entry.blue) * scale), alpha: Float(Double(entry.alpha) * scale * 255))
    return Point(color: color, weight: weight)
  }

  /// Moves each mean to the middle of the colours that are nearest to it.
  private static func refine(_ means: inout [SeenColor], _ points: inout [Point]) {
    var lastError = Double.infinity
    for _ in 0..<maxRoundCount {
      let (sums, error) = assign(&points, to: means)
      for (index, sum) in sums.enumerated() where sum.weight > 0 { means[index] = sum.mean }
      guard error < lastError * 0.998 else { return }
      lastError = error
    }
  }

  private static func assign(_ points: inout [Point], to means: [SeenColor]) -> (sums: [ColorSum], error: Double) {
    let search = NearestColor(means)
    var sums = [ColorSum](repeating: ColorSum(), count: means.count)
    var error = 0.0
    for index in points.indices {
      let point = points[index]
      let (nearest, distance) = search.nearest(to: point.color, startingAt: Int(point.cluster))
      points[index].cluster = Int32(truncatingIfNeeded: nearest)
      sums[nearest].add(point)
      error += Double(distance) * Double(point.weight)
    }
    return (sums, error)
  }
}

/// Colours added up by weight.
struct ColorSum {
  var weight = 0.0
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var alpha = 0.0

  @inline(__always)
  mutating func add(_ point: ColorQuantizer.Point) {
    let weight = Double(point.weight)
    self.weight += weight
    red += Double(point.color.red) * weight
    green += Double(point.color.green) * weight
    blue += Double(point.color.blue) * weight
    alpha += Double(point.color.alpha) * weight
  }

  mutating func add(_ other: ColorSum) {
    weight += other.weight
    red += other.red
    green += other.green
    blue += other.blue
    alpha += other.alpha
  }

  mutating func subtract(_ other: ColorSum) {
    weight -= other.weight
    red -= other.red
    green -= other.green
    blue -= other.blue
    alpha -= other.alpha
  }

  /// The length of the sum, squared, by its weight: what one mean explains of the squares.
  var explained: Double {
    weight > 0 ? (red * red + green * green + blue * blue + alpha * alpha) / weight : 0
  }

  var mean: SeenColor {
    SeenColor(
      red: Float(red / weight), green: Float(green / weight), blue: Float(blue / weight), alpha: Float(alpha / weight))
  }
}
