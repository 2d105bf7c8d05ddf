/// Cuts a set of colours into boxes, each time the one whose cut lowers the sum of squared errors most.
struct ColorBoxes {
  /// Places along an axis at which a cut is tried.
  private static let binCount = 512

  /// Points that stand side by side in the list, and the best way to cut them.
  private struct Box {
    var range: Range<Int>
    var sum: ColorSum
    /// How much the sum of squared errors falls by the cut; 0 when there is none.
    var gain = 0.0
    var axis = SeenColor(red: 0, green: 0, blue: 0, alpha: 0)
    /// Points whose place on the axis is below this go to the first half.
    var threshold: Float = 0
  }

  /// The means of at most `maxCount` boxes. Reorders the points, whose `cluster` becomes the number of their box.
  static func means(_ points: inout [ColorQuantizer.Point], maxCount: Int) -> [SeenColor] {
    var boxes = [box(0..<points.count, points)]
    while boxes.count < maxCount, let index = mostGaining(boxes) {
      let whole = boxes[index]
      let middle = split(whole, &points)
      guard middle > whole.range.lowerBound, middle < whole.range.upperBound else {
        boxes[index].gain = 0
        continue
      }
      boxes[index] = box(whole.range.lowerBound..<middle, points)
      boxes.append(box(middle..<whole.range.upperBound, points))
    }
    for (number, box) in boxes.enumerated() {
      for index in box.range { points[index].cluster = Int32(truncatingIfNeeded: number) }
    }
    return boxes.map(\.sum.mean)
  }

  private static func mostGaining(_ boxes: [Box]) -> Int? {
    var best: Int?
    for (index, box) in boxes.enumerated() where box.gain > (best.map { boxes[$0].gain } ?? 0) { best = index }
    return best
  }

  private static func box(_ range: Range<Int>, _ points: [ColorQuantizer.Point]) -> Box {
    var sum = ColorSum()
    for index in range { sum.add(points[index]) }
    var box = Box(range: range, sum: sum)
    if range.count > 1 { findCut(&box, points) }
    return box
  }

  /// Looks along the axis of greatest variance.
  private static func findCut(_ box: inout Box, _ points: [ColorQuantizer.Point]) {
    let mean = box.sum.mean
    var covariance = ColorCovariance()
    for index in box.range { covariance.add(points[index], mean: mean) }
    guard let axis = covariance.principalAxis else { return }
    box.axis = axis
    var low = Float.infinity
    var high = -Float.infinity
    for index in box.range {
      let place = dot(points[index].color, axis)
      low = min(low, place)
      high = max(high, place)
    }
    guard high > low else { return }
    let scale = Float(binCount) / (high - low)
    var bins = [ColorSum](repeating: ColorSum(), count: binCount)
    for index in box.range {
      let bin = Int((dot(points[index].color, axis) - low) * scale)
      bins[min(bin, binCount - 1)].add(points[index])
    }
    let whole = box.sum.explained
    var left = ColorSum()
    var right = box.sum
    for bin in 0..<binCount - 1 where bins[bin].weight > 0 {
      left.add(bins[bin])
      right.subtract(bins[bin])
      guard right.weight > 0 else { break }
      let gain = left.explained + right.explained - whole
      if gain > box.gain {
        box.gain = gain
        box.threshold = low + Float(bin + 1) / scale
      }
    }
  }

  /// Moves the points of the first half to the front; where the second begins.
  private static func split(_ box: Box, _ points: inout [ColorQuantizer.Point]) -> Int {
    var front = box.range.lowerBound
    for index in box.range where dot(points[index].color, box.axis) < box.threshold {
      points.swapAt(front, index)
      front += 1
    }
    return front
  }

  @inline(__always)
  private static func dot(_ color: SeenColor, _ axis: SeenColor) -> Float {
    color.red * axis.red + color.green * axis.green + (color.blue * axis.blue + color.alpha * axis.alpha)
  }
}

/// How the channels of a set of colours vary together.
struct ColorCovariance {
  private var rows = [SIMD4<Double>](repeating: .zero, count: 4)

  @inline(__always)
  mutating func add(_ point: ColorQuantizer.Point, mean: SeenColor) {
    let color = SIMD4<Double>(
      Double(point.color.red - mean.red), Double(point.color.green - mean.green),
      Double(point.color.blue - mean.blue), Double(point.color.alpha - mean.alpha))
    let weighted = color * Double(point.weight)
    rows[0] += weighted * color[0]
    rows[1] += weighted * color[1]
    rows[2] += weighted * color[2]
    rows[3] += weighted * color[3]
  }

  /// The direction of greatest variance, of length 1; nil when nothing varies. By power iteration, which begins at the
  /// channel that varies most; 24 rounds leave an error that no cut would notice.
  var principalAxis: SeenColor? {
    let variances = (0..<4).map { rows[$0][$0] }
    guard let most = variances.max(), most > 0, let start = variances.firstIndex(of: most) else { return nil }
    var axis = rows[start]
    for _ in 0..<24 {
      let length = (axis * axis).sum().squareRoot()
      guard length > 0 else { return nil }
      axis /= length
      axis = rows[0] * axis[0] + rows[1] * axis[1] + rows[2] * axis[2] + rows[3] * axis[3]
    }
    let length = (axis * axis).sum().squareRoot()
    guard length > 0 else { return nil }
    axis /= length
    return SeenColor(red: Float(axis[0]), green: Float(axis[1]), blue: Float(axis[2]), alpha: Float(axis[3]))
  }
}
