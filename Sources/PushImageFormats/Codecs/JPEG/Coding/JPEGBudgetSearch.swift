/// Looks for the best JPEG of at most so many bytes.
struct JPEGBudgetSearch {
  private let codec = JPEGCodec()
  private let budget: ByteBudget
  private var attemptCount = 0
  private var smallest: BudgetedEncoding?

  private init(_ budget: ByteBudget) { self.budget = budget }

  static func best(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    var search = JPEGBudgetSearch(budget)
    return try search.run(bitmap)
  }

  private mutating func run(_ bitmap: Bitmap) throws(PushImageError) -> BudgetedEncoding {
    let shorter = min(bitmap.size.width, bitmap.size.height)
    let minSide = max(1, min(budget.minSide, shorter))
    var size = bitmap.size
    while true {
      let scaled = try bitmap.scaled(to: size)
      if var found = try bestQuality(scaled) {
        found.attemptCount = attemptCount
        return found
      }
      guard min(size.width, size.height) > minSide else { break }
      let floor = Double(minSide) / Double(min(size.width, size.height))
      size = size.scaled(by: max(0.9, floor))
    }
    guard var smallest else { throw PushImageError(.undecodable, "libjpeg-turbo cannot encode the picture") }
    smallest.attemptCount = attemptCount
    return smallest
  }

  /// The highest quality that fits at this size; nil when none does.
  private mutating func bestQuality(_ bitmap: Bitmap) throws(PushImageError) -> BudgetedEncoding? {
    var low = min(max(budget.minQuality, 1), 100)
    var high = max(low, min(budget.maxQuality, 100))
    guard var best = try attempt(bitmap, quality: low) else { return nil }
    low += 1
    while low <= high {
      let middle = (low + high) / 2
      if let found = try attempt(bitmap, quality: middle) {
        best = found
        low = middle + 1
      } else {
        high = middle - 1
      }
    }
    return best
  }

  private mutating func attempt(_ bitmap: Bitmap, quality: Int) throws(PushImageError) -> BudgetedEncoding? {
    attemptCount += 1
    var request = EncodingRequest(quality: quality)
    request.isProgressive = budget.isProgressive
    let file = try codec.encode(bitmap, request)
    var result = BudgetedEncoding(
      bytes: file, isWithinBudget: file.count <= budget.maxByteCount, size: bitmap.size)
    result.quality = quality
    if file.count < smallest?.bytes.count ?? .max { smallest = result }
    return result.isWithinBudget ? result : nil
  }
}

extension JPEGCodec {
  func encode(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    try JPEGBudgetSearch.best(bitmap, within: budget)
  }
}
