extension Bitmap {
  /// How far two pictures of one size are apart as an eye sees them from some way off: the mean squared difference of
  /// 2x2 blocks, over black, 0 for equal to 65,025. Noise of a dither weighs little, blocks and blur weigh much.
  ///
  /// - Precondition: the sizes are equal and neither is CMYK.
  package func difference(from other: Bitmap) -> Double {
    precondition(size == other.size, "pictures of two sizes")
    let left = converted(to: .rgba)
    let right = other.converted(to: .rgba)
    var sum = 0
    var count = 0
    for y in stride(from: 0, to: max(1, size.height - 1), by: 2) {
      for x in stride(from: 0, to: max(1, size.width - 1), by: 2) {
        let (a, b) = (left.block(x, y), right.block(x, y))
        for channel in 0..<4 {
          let difference = a[channel] - b[channel]
          sum += difference * difference
        }
        count += 1
      }
    }
    return Double(sum) / Double(count * 4 * 16)
  }

  /// Sums of the four pixels from `x` and `y`, colours times opacity.
  private func block(_ x: Int, _ y: Int) -> SIMD4<Int> {
    var sum = SIMD4<Int>.zero
    for row in [y, min(y + 1, size.height - 1)] {
      for column in [x, min(x + 1, size.width - 1)] {
        let place = row * rowByteCount + column * 4
        let alpha = Int(bytes[place + 3])
        for channel in 0..<3 { sum[channel] += Int(bytes[place + channel]) * alpha / 255 }
        sum[3] += alpha
      }
    }
    return sum
  }
}
