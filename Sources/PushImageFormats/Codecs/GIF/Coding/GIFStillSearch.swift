/// Finds the best GIF of one frame within a budget: colours first, then pixels.
struct GIFStillSearch {
  private let bitmap: Bitmap
  private let budget: ByteBudget
  private var smallest: BudgetedEncoding?
  private var attemptCount = 0

  /// From the best to the worst.
  private static let colorCounts = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2]

  init(_ bitmap: Bitmap, _ budget: ByteBudget) {
    self.bitmap = bitmap
    self.budget = budget
  }

  /// The best that fits; the smallest of all when none does.
  mutating func run() throws(PushImageError) -> BudgetedEncoding {
    if let found = try search(GIFStill(bitmap), bitmap.size) { return found }
    let shortest = min(bitmap.size.width, bitmap.size.height)
    let floor = min(1, Double(budget.minSide) / Double(shortest))
    var (low, high) = (floor, 1.0)
    var best: BudgetedEncoding?
    for step in 0..<5 {
      let factor = step == 0 ? floor : (low + high) / 2
      let size = bitmap.size.scaled(by: factor)
      if let found = try search(GIFStill(bitmap.scaled(to: size)), size) {
        best = found
        low = factor
      } else if step == 0 {
        break
      } else {
        high = factor
      }
    }
    return finished(best)
  }

  private func finished(_ best: BudgetedEncoding?) -> BudgetedEncoding {
    var result = best ?? smallest ?? BudgetedEncoding(bytes: [], isWithinBudget: false, size: bitmap.size)
    result.attemptCount = attemptCount
    return result
  }

  /// The most colours at this size that fit.
  private mutating func search(_ still: GIFStill, _ size: PixelSize) throws(PushImageError) -> BudgetedEncoding? {
    let floor = GIFStill.colorCount(ofQuality: budget.minQuality)
    let counts = Self.colorCounts.filter { $0 >= floor } + (Self.colorCounts.contains(floor) ? [] : [floor])
    guard var best = attempt(still, size, counts[counts.count - 1]) else { return nil }
    var (low, high) = (0, counts.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if let found = attempt(still, size, counts[middle]) {
        best = found
        high = middle
      } else {
        low = middle + 1
      }
    }
    return finished(best)
  }

  /// With dithering, or without when only that fits.
  private mutating func attempt(_ still: GIFStill, _ size: PixelSize, _ colorCount: Int) -> BudgetedEncoding? {
    for dithering in still.isExact(colorCount: colorCount) ? [0] : [0.8, 0] as [Float] {
      let bytes = still.encoded(colorCount: colorCount, dithering: dithering)
      attemptCount += 1
      var result = BudgetedEncoding(bytes: bytes, isWithinBudget: bytes.count <= budget.maxByteCount, size: size)
      result.colorCount = still.isExact(colorCount: colorCount) ? nil : colorCount
      if result.isWithinBudget { return result }
      if bytes.count < smallest?.bytes.count ?? .max { smallest = result }
    }
    return nil
  }
}
