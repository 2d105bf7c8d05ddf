/// Looks for the best JPEG of at most so many bytes.
///
/// Size is kept as long as the lowest quality fits: measured on photographs and screens, by structural similarity to
/// the original, fewer pixels of a higher quality are better only below quality 25. Then the largest size is taken at
/// which the lowest quality fits, and the highest quality that fits there. Colour keeps half its rows and columns,
/// unless all of it fits at nearly the highest quality and is more alike: of the same bytes, brightness makes more.
///
/// Two shapes of divisors are tried, the standard's and more even ones, and what is more alike is taken.
/// At most 23 files are encoded, and two decoded.
struct JPEGBudgetSearch {
  private let codec = JPEGCodec()
  private let budget: ByteBudget
  private let minQuality: Int
  private let maxQuality: Int
  private var attemptCount = 0
  private var lastByteCount = 0
  private var smallest: BudgetedEncoding?

  private init(_ budget: ByteBudget) {
    self.budget = budget
    minQuality = min(max(budget.minQuality, 1), 100)
    maxQuality = max(minQuality, min(budget.maxQuality, 100))
  }

  /// The best file; the smallest one that was found when none fits.
  ///
  /// - Throws: `PushImageError` when the library cannot encode the picture, or without memory.
  static func best(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    var search = JPEGBudgetSearch(budget)
    var result = try search.run(bitmap)
    result.attemptCount = search.attemptCount
    return result
  }

  private mutating func run(_ bitmap: Bitmap) throws(PushImageError) -> BudgetedEncoding {
    if let floor = try attempt(bitmap, JPEGQuantization(quality: minQuality), quality: minQuality) {
      return try bestQuality(bitmap, atLeast: floor)
    }
    if let (scaled, floor) = try largestFitting(bitmap) { return try bestQuality(scaled, atLeast: floor) }
    guard let smallest else { throw PushImageError(.undecodable, "libjpeg-turbo cannot encode the picture") }
    return smallest
  }

  /// The file when it fits.
  private mutating func attempt(
    _ bitmap: Bitmap, _ quantization: JPEGQuantization, quality: Int
  ) throws(PushImageError) -> BudgetedEncoding? {
    attemptCount += 1
    var request = EncodingRequest(quality: quality)
    request.quantization = quantization
    request.isProgressive = budget.isProgressive
    let file = try codec.encode(bitmap, request)
    lastByteCount = file.count
    var result = BudgetedEncoding(bytes: file, isWithinBudget: file.count <= budget.maxByteCount, size: bitmap.size)
    result.quality = quality
    if file.count < smallest?.bytes.count ?? .max { smallest = result }
    return result.isWithinBudget ? result : nil
  }

  // MARK: Quality

  /// The best file at this size, at which `floor` fits.
  private mutating func bestQuality(
    _ bitmap: Bitmap, atLeast floor: BudgetedEncoding
  ) throws(PushImageError) -> BudgetedEncoding {
    let standard = try highest(bitmap, minQuality + 1..<maxQuality + 1, isEven: false) ?? floor
    let reached = standard.quality ?? minQuality
    if reached == maxQuality {
      guard let whole = try wholeColor(bitmap), try isMoreAlike(whole, than: standard, to: bitmap) else {
        return standard
      }
      return whole
    }
    // Where the same bytes are, in nearly every case that was measured.
    let range = max(reached - 4, minQuality)..<min(reached + 16, maxQuality) + 1
    let even = try highest(bitmap, range, isEven: true)
    guard let even, try isMoreAlike(even, than: standard, to: bitmap) else { return standard }
    return even
  }

  /// By bisection; nil when nothing in the range fits.
  private mutating func highest(
    _ bitmap: Bitmap, _ range: Range<Int>, isEven: Bool
  ) throws(PushImageError) -> BudgetedEncoding? {
    var best: BudgetedEncoding?
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if let found = try attempt(bitmap, JPEGQuantization(quality: middle, isEven: isEven), quality: middle) {
        best = found
        low = middle + 1
      } else {
        high = middle
      }
    }
    return best
  }

  /// All rows and columns of colour at nearly the highest quality; nil when that does not fit.
  private mutating func wholeColor(_ bitmap: Bitmap) throws(PushImageError) -> BudgetedEncoding? {
    guard bitmap.layout == .rgb else { return nil }
    for quality in stride(from: maxQuality, through: max(maxQuality - 2, minQuality), by: -1) {
      let quantization = JPEGQuantization(quality: quality, isSubsampled: false)
      if let found = try attempt(bitmap, quantization, quality: quality) { return found }
    }
    return nil
  }

  private func isMoreAlike(
    _ one: BudgetedEncoding, than other: BudgetedEncoding, to bitmap: Bitmap
  ) throws(PushImageError) -> Bool {
    try similarity(one, bitmap) > similarity(other, bitmap)
  }

  private func similarity(_ encoding: BudgetedEncoding, _ bitmap: Bitmap) throws(PushImageError) -> Double {
    // The bitmap was within the caller's limits.
    var limits = Limits()
    limits.maxPixelCount = nil
    limits.maxCoefficientByteCount = nil
    limits.maxCPUSeconds = nil
    return try codec.decode(encoding.bytes.span, DecodingRequest(), limits: limits).bitmap.similarity(to: bitmap)
  }

  // MARK: Size

  private static let maxSizeCount = 8

  /// The largest size, to about a hundredth, at which the lowest quality fits; nil when it fits at none.
  private mutating func largestFitting(
    _ bitmap: Bitmap
  ) throws(PushImageError) -> (bitmap: Bitmap, floor: BudgetedEncoding)? {
    let floor = Double(max(1, budget.minSide)) / Double(min(bitmap.size.width, bitmap.size.height))
    guard floor < 1 else { return nil }
    // Does not fit; fits, once `best` is there.
    var (high, low) = (1.0, floor)
    var scale = 1.0
    var best: (bitmap: Bitmap, floor: BudgetedEncoding)?
    for turn in 1...Self.maxSizeCount {
      scale *= Self.shrinking(Double(budget.maxByteCount) / Double(lastByteCount))
      let margin = (high - low) / 16
      scale = min(max(scale, low + margin), high - margin)
      if best == nil, scale <= floor + margin || turn == Self.maxSizeCount { scale = floor }
      let size = Self.scaled(bitmap.size, by: scale, minSide: budget.minSide)
      if size == best?.bitmap.size { break }
      let scaled = try bitmap.scaled(to: size)
      if let found = try attempt(scaled, JPEGQuantization(quality: minQuality), quality: minQuality) {
        best = (scaled, found)
        low = scale
      } else if scale <= floor {
        return nil
      } else {
        high = scale
      }
      if best != nil, high - low < 0.01 * high { break }
    }
    return best
  }

  /// Both sides by a factor below 1, the shorter one to no less than `minSide`, unless it is already.
  private static func scaled(_ size: PixelSize, by factor: Double, minSide: Int) -> PixelSize {
    let scaled = size.scaled(by: factor)
    return PixelSize(
      width: min(size.width, max(scaled.width, min(minSide, size.width))),
      height: min(size.height, max(scaled.height, min(minSide, size.height))))
  }

  /// By how much a picture is to shrink for its file to shrink by `ratio`: bytes go with the scale to the power of
  /// about 1.6. Roots are the same on every processor.
  private static func shrinking(_ ratio: Double) -> Double {
    let root = ratio.squareRoot()
    return root * root.squareRoot().squareRoot()
  }
}

extension JPEGCodec {
  func encode(_ bitmap: Bitmap, within budget: ByteBudget) throws(PushImageError) -> BudgetedEncoding {
    try JPEGBudgetSearch.best(bitmap, within: budget)
  }
}
