/// Looks for the PNG of at most so many bytes that is most like a bitmap.
///
/// Without loss when that fits. Otherwise, at sizes that shrink by a seventh, the most colours of a palette that fit; the
/// size counts at which the picture, seen as large as before, is nearest to the original. Colours are dithered where that
/// costs little. Ends when two sizes in a row were worse, or at the floor.
///
/// Cost: at most `maxAttemptCount` files and some to improve the best, most of them small; about 4 s of processor time for a
/// photograph of half a megapixel, 16 s for one of 8.
struct PNGBudgetSearch {
  static let maxAttemptCount = 80
  /// What a palette may have, besides the fewest that the quality allows.
  private static let colorCounts = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2]
  /// Both sides, from one size to the next.
  private static let sizeStep = 0.86
  /// How much farther from the original dithering may lead, by `PictureSimilarity`.
  private static let ditheringAllowance = 1.25

  /// Colour counts before this place in the list are near enough to the most to try those first.
  private static let nearMostIndex = 4
  /// Files that the last improvement may cost.
  private static let polishCount = 4

  private let bitmap: Bitmap
  private let budget: ByteBudget
  private let colorCounts: [Int]
  private var attemptCount = 0
  /// The smallest file of all, for when none fits.
  private var smallest: Candidate?

  /// One file and what it shows.
  private struct Candidate {
    var bytes: [UInt8]
    let draft: PNGDraft
    /// Nil: all of them.
    let colorCount: Int?
    let shown: Bitmap
    var distance = Double.infinity
  }

  init(_ bitmap: Bitmap, _ budget: ByteBudget) {
    self.bitmap = bitmap
    self.budget = budget
    let fewest = PNGFile.colorCount(ofQuality: budget.minQuality)
    colorCounts = Self.colorCounts.filter { $0 > fewest } + [fewest]
  }

  /// The best file within the budget; the smallest one met when there is none.
  mutating func run() throws(PushImageError) -> BudgetedEncoding {
    if let exact = try exact() { return result(exact) }
    guard var best = try search() else {
      guard let smallest else { throw PushImageError(.outOfMemory, "no memory to write a PNG") }
      return result(smallest)
    }
    best = try polished(best)
    return result(best)
  }

  private func result(_ candidate: Candidate) -> BudgetedEncoding {
    var encoding = BudgetedEncoding(
      bytes: candidate.bytes, isWithinBudget: fits(candidate), size: candidate.draft.bitmap.size)
    encoding.colorCount = candidate.colorCount
    encoding.attemptCount = attemptCount
    return encoding
  }

  private func fits(_ candidate: Candidate) -> Bool { candidate.bytes.count <= budget.maxByteCount }

  // MARK: attempts

  /// The whole picture without loss, if it fits.
  private mutating func exact() throws(PushImageError) -> Candidate? {
    let draft = PNGDraft(bitmap)
    let quick = try attempt(draft, colorCount: nil)
    if fits(quick) { return quick }
    // What trying everything gains is rarely more than a quarter.
    guard quick.bytes.count / 4 * 3 <= budget.maxByteCount else { return nil }
    let slow = try attempt(draft, colorCount: nil, effort: .thorough)
    return fits(slow) ? slow : nil
  }

  private mutating func attempt(
    _ draft: PNGDraft, colorCount: Int?, dithering: Float = 0, effort: PNGEncoder.Effort = .balanced
  ) throws(PushImageError) -> Candidate {
    attemptCount += 1
    let candidate: Candidate
    if let colorCount {
      let indexed = draft.indexed(colorCount, dithering: dithering)
      let bytes = try PNGFile.indexed(indexed, draft.bitmap, effort)
      candidate = Candidate(bytes: bytes, draft: draft, colorCount: colorCount, shown: indexed.bitmap)
    } else {
      let bytes = try PNGFile.exact(draft.bitmap, effort)
      candidate = Candidate(bytes: bytes, draft: draft, colorCount: nil, shown: draft.bitmap)
    }
    if smallest.map({ candidate.bytes.count < $0.bytes.count }) ?? true { smallest = candidate }
    return candidate
  }

  // MARK: search

  /// The best of all sizes; nil when nothing fits.
  private mutating func search() throws(PushImageError) -> Candidate? {
    let similarity = PictureSimilarity(to: bitmap)
    let shortest = min(bitmap.size.width, bitmap.size.height)
    let leastScale = min(1, Double(budget.minSide) / Double(shortest))
    var scale = 1.0
    var best: Candidate?
    var worseCount = 0
    var known: Int?
    while attemptCount < Self.maxAttemptCount {
      let draft = PNGDraft(try bitmap.scaled(to: bitmap.size.scaled(by: scale)))
      if var candidate = try bestOf(draft, known: known) {
        known = candidate.colorCount.flatMap { colorCounts.firstIndex(of: $0) }
        candidate.distance = similarity.distance(of: candidate.shown)
        let isBetter = best.map { candidate.distance < $0.distance } ?? true
        worseCount = isBetter ? 0 : worseCount + 1
        if isBetter { best = candidate }
        // Fewer pixels cannot help what has all its colours.
        if worseCount == 2 || candidate.colorCount == nil { return best }
      }
      guard scale > leastScale else { return best }
      scale = max(leastScale, scale * (best == nil ? leap() : Self.sizeStep))
    }
    return best
  }

  /// How far to go down while nothing fits: bytes grow with pixels, though less than that.
  private func leap() -> Double {
    guard let smallest else { return Self.sizeStep }
    let ratio = Double(budget.maxByteCount) / Double(smallest.bytes.count)
    return min(Self.sizeStep, max(0.2, ratio.squareRoot()))
  }

  /// The most colours that fit at one size; nil when the fewest do not.
  ///
  /// - Parameter known: a place in `colorCounts` that fits, since it did at a larger size.
  private mutating func bestOf(_ draft: PNGDraft, known: Int?) throws(PushImageError) -> Candidate? {
    if known ?? 0 < Self.nearMostIndex {
      let most = try attempt(draft, colorCount: colorCounts[0])
      if fits(most) {
        guard most.bytes.count / 4 * 5 <= budget.maxByteCount else { return most }
        let exact = try attempt(draft, colorCount: nil)
        return fits(exact) ? exact : most
      }
    }
    // What fits lies between these.
    var low = known ?? 0 < Self.nearMostIndex ? 0 : -1
    var high = known ?? colorCounts.count - 1
    var best = try attempt(draft, colorCount: colorCounts[high])
    if known != nil, !fits(best) { return try bestOf(draft, known: nil) }
    guard fits(best) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      let candidate = try attempt(draft, colorCount: colorCounts[middle])
      if fits(candidate) {
        best = candidate
        high = middle
      } else {
        low = middle
      }
    }
    return best
  }

  /// The same with all that encoding can do, with the colours that this leaves room for, and dithered if that is little.
  private mutating func polished(_ found: Candidate) throws(PushImageError) -> Candidate {
    guard var colorCount = found.colorCount else { return found }
    let similarity = PictureSimilarity(to: bitmap)
    var best = try attempt(found.draft, colorCount: colorCount, effort: .thorough)
    let gain = min(1, Double(best.bytes.count) / Double(found.bytes.count))
    if !fits(best) { best = found }
    best.distance = found.distance
    // What does not fit, as far as is known.
    var tooMany = 257
    var next = colorCounts.last { $0 > colorCount } ?? 256
    for _ in 0..<Self.polishCount where next > colorCount && next < tooMany {
      if var candidate = try thorough(found.draft, next, gain: gain) {
        candidate.distance = similarity.distance(of: candidate.shown)
        if candidate.distance < best.distance { best = candidate }
        colorCount = next
        next = tooMany > 256 ? colorCounts.last { $0 > colorCount } ?? 256 : (colorCount + tooMany) / 2
      } else {
        tooMany = next
        next = (colorCount + tooMany) / 2
      }
    }
    guard var dithered = try thorough(found.draft, best.colorCount ?? colorCount, dithering: 0.5, gain: gain) else {
      return best
    }
    dithered.distance = similarity.distance(of: dithered.shown)
    return dithered.distance <= best.distance * Self.ditheringAllowance ? dithered : best
  }

  /// A file that fits; nil at once when a quick one, less what trying everything gained before, does not.
  private mutating func thorough(
    _ draft: PNGDraft, _ colorCount: Int, dithering: Float = 0, gain: Double
  ) throws(PushImageError) -> Candidate? {
    let quick = try attempt(draft, colorCount: colorCount, dithering: dithering)
    guard Double(quick.bytes.count) * gain <= Double(budget.maxByteCount) else { return nil }
    let candidate = try attempt(draft, colorCount: colorCount, dithering: dithering, effort: .thorough)
    return fits(candidate) ? candidate : fits(quick) ? quick : nil
  }
}

/// The picture at one size, with what all palettes of it need.
struct PNGDraft: Sendable {
  let bitmap: Bitmap
  private let histogram: ColorHistogram

  init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    histogram = ColorHistogram(bitmap)
  }

  /// In at most so many colours.
  func indexed(_ colorCount: Int, dithering: Float) -> IndexedBitmap {
    let palette = ColorQuantizer.palette(for: histogram, maxColorCount: colorCount)
    return IndexedBitmap(bitmap, palette: palette, dithering: dithering)
  }
}
