/// Finds the best file of an animation within a budget: fewer colours, then fewer frames, then fewer pixels, or
/// several of them, whichever costs least of the picture.
///
/// What a way costs is measured on four frames: their bytes, and how far they are off when they are shown at the old
/// size. Only ways that promise to fit are written as a whole; what they came to corrects the estimates.
struct GIFBudgetSearch {
  private let fitting: GIFFitting
  private let budget: ByteBudget
  private let thinnings: [Thinning]
  /// The mean square of what is new in every frame.
  private let noise: Double
  private var best: BudgetedEncoding?
  private var bestError = Double.infinity
  private var smallest: BudgetedEncoding
  private var attemptCount = 1
  /// What estimates were off by: bytes of the last file by the estimate.
  private var correction = 1.0

  /// How exactly colours are kept, from the best to the worst.
  struct Level: Sendable {
    let quality: Int
    let colorCount: Int
    /// The distance of two colours that count as equal.
    let distance: Int
  }

  static let levels = [
    Level(quality: 96, colorCount: 255, distance: 4),
    Level(quality: 90, colorCount: 255, distance: 8),
    Level(quality: 83, colorCount: 255, distance: 12),
    Level(quality: 76, colorCount: 192, distance: 16),
    Level(quality: 69, colorCount: 128, distance: 21),
    Level(quality: 62, colorCount: 96, distance: 27),
    Level(quality: 55, colorCount: 64, distance: 34),
    Level(quality: 48, colorCount: 40, distance: 43),
    Level(quality: 40, colorCount: 24, distance: 54),
    Level(quality: 32, colorCount: 16, distance: 66),
  ]

  /// By how much sides are made shorter.
  static let factors = [1, 0.84, 0.71, 0.59, 0.5, 0.42, 0.35, 0.3, 0.25, 0.21, 0.18, 0.15, 0.125, 0.1]

  /// Files written as a whole, at most.
  static let maxRenderingCount = 6

  init(_ fitting: GIFFitting, _ budget: ByteBudget, smallest: BudgetedEncoding) {
    self.fitting = fitting
    thinnings = Self.thinnings(fitting, budget)
    noise = Self.noise(fitting)
    self.budget = budget
    self.smallest = smallest
  }

  /// One way with what it promises.
  private struct Candidate {
    let factor: Double
    let geometry: GIFGeometry
    let palette: [UInt32]
    let level: Level
    let frames: [Int]
    let byteCount: Double
    /// The mean square by which a channel is off, over time.
    let error: Double
    var isWritten = false
  }

  /// The best that fits; the smallest of all when none does.
  mutating func run(_ bytes: Span<UInt8>) throws(PushImageError) -> BudgetedEncoding {
    var candidates = try coarseCandidates(bytes)
    if let index = pick(candidates) {
      let factor = candidates[index].factor
      // Between this size and the next larger one that was tried.
      for step in [1.045, 1.09, 1.14] where factor * step < 1 {
        candidates += try self.candidates(bytes, factor: factor * step)
      }
    }
    for _ in 0..<Self.maxRenderingCount {
      guard let index = pick(candidates) else { break }
      candidates[index].isWritten = true
      try write(bytes, candidates[index])
    }
    if best == nil, let last = candidates.indices.min(by: { candidates[$0].byteCount < candidates[$1].byteCount }),
      !candidates[last].isWritten
    {
      try write(bytes, candidates[last])
    }
    var result = best ?? smallest
    result.attemptCount = attemptCount
    return result
  }

  /// The one with the least error of those that should fit and are better than what was found.
  private func pick(_ candidates: [Candidate]) -> Int? {
    let limit = Double(budget.maxByteCount) * 0.99
    return candidates.indices.filter {
      !candidates[$0].isWritten && candidates[$0].error < bestError && candidates[$0].byteCount * correction <= limit
    }.min { candidates[$0].error < candidates[$1].error }
  }

  private mutating func write(_ bytes: Span<UInt8>, _ candidate: Candidate) throws(PushImageError) {
    let rendering = GIFRendering(
      geometry: candidate.geometry, palette: candidate.palette, frames: candidate.frames,
      tolerance: candidate.level.distance * candidate.level.distance)
    guard let file = try rendering.encoded(bytes, fitting.animation, isOpaque: fitting.survey.isOpaque) else { return }
    attemptCount += 1
    var result = BudgetedEncoding(
      bytes: file.bytes, isWithinBudget: file.bytes.count <= budget.maxByteCount, size: candidate.geometry.screen)
    result.colorCount = candidate.palette.count
    result.frameCount = file.frameCount
    correction = Double(file.bytes.count) / candidate.byteCount
    if result.isWithinBudget, candidate.error < bestError {
      best = result
      bestError = candidate.error
    }
    if file.bytes.count < smallest.bytes.count { smallest = result }
  }

  // MARK: Candidates

  /// Ways of all sizes, as far as they promise more than others.
  private func coarseCandidates(_ bytes: Span<UInt8>) throws(PushImageError) -> [Candidate] {
    var result: [Candidate] = []
    var leastError = Double.infinity
    for factor in factors {
      let candidates = try candidates(bytes, factor: factor)
      result += candidates
      let fitting = candidates.filter { $0.byteCount <= Double(budget.maxByteCount) }
      let least = fitting.reduce(Double.infinity) { min($0, $1.error) }
      // Smaller pictures only get worse from here.
      if least > leastError * 1.2 { break }
      leastError = min(leastError, least)
    }
    return result
  }

  /// Ways of one size: for each number of frames the levels around the best that fits.
  private func candidates(_ bytes: Span<UInt8>, factor: Double) throws(PushImageError) -> [Candidate] {
    let geometry = GIFGeometry(fitting.animation.screen, fitting.request, factor: factor)
    let samples = try GIFSamples(bytes, fitting, geometry, count: 4, withOriginals: true)
    let levels = levels
    var palettes: [Int: [UInt32]] = [:]
    var trials = [GIFTrial?](repeating: nil, count: levels.count)
    func trial(_ index: Int) -> GIFTrial {
      if let known = trials[index] { return known }
      let count = levels[index].colorCount
      let palette = palettes[count] ?? palette(samples, count)
      palettes[count] = palette
      let trial = GIFTrial(samples, levels[index], palette, isOpaque: fitting.survey.isOpaque)
      trials[index] = trial
      return trial
    }
    for thinning in thinnings {
      var (low, high) = (0, levels.count - 1)
      while low < high {
        let middle = (low + high) / 2
        let isFitting = trial(middle).byteCount(frameCount: thinning.frames.count) <= Double(budget.maxByteCount)
        if isFitting { high = middle } else { low = middle + 1 }
      }
      _ = trial(low)
    }
    let blur = GIFTrial.blur(samples)
    return thinnings.flatMap { thinning in
      trials.compactMap(\.self).map { trial in
        Candidate(
          factor: factor, geometry: geometry, palette: trial.palette, level: trial.level, frames: thinning.frames,
          byteCount: trial.byteCount(frameCount: thinning.frames.count),
          error: error(thinning, codingError: trial.error, blur: blur))
      }
    }
  }

  private func palette(_ samples: GIFSamples, _ colorCount: Int) -> [UInt32] {
    let palette = samples.reducedPalette(colorCount)
    let filling = samples.geometry.filling
    return filling == 0 || palette.contains(filling) ? palette : [filling] + palette.prefix(colorCount - 1)
  }

  /// Those that leave the shorter side long enough.
  private var factors: [Double] {
    let size = GIFGeometry(fitting.animation.screen, fitting.request).scaled
    let side = min(size.width, size.height)
    let least = min(1, Double(budget.minSide) / Double(side))
    return Self.factors.filter { $0 > least } + [least]
  }

  private var levels: [Level] {
    let good = Self.levels.filter { $0.quality >= budget.minQuality }
    return good.isEmpty ? [Self.levels[0]] : good
  }

  /// Some of the frames, and what the others cost.
  private struct Thinning {
    let frames: [Int]
    /// The mean square by which a channel is off because a frame is not shown, over time.
    var error = 0.0
    /// The part of the time for which frames are not shown.
    var droppedShare = 0.0
  }

  /// All frames, and fewer and fewer.
  private static func thinnings(_ fitting: GIFFitting, _ budget: ByteBudget) -> [Thinning] {
    let all = fitting.delays.count
    let floor = min(all, max(1, budget.minFrameCount))
    var counts = [1, 0.75, 0.5, 0.375, 0.25, 0.17, 0.12, 0.08].map { Int(Double(all) * $0) }.filter { $0 > floor }
    counts.append(floor)
    return counts.map { thinning(fitting.survey.keptFrames($0, of: fitting.delays), fitting) }
  }

  private static func thinning(_ frames: [Int], _ fitting: GIFFitting) -> Thinning {
    var thinning = Thinning(frames: frames)
    var (time, shown, next) = (0.0, 0, 0)
    for index in fitting.delays.indices {
      let delay = Double(max(fitting.delays[index], 2))
      time += delay
      if next < frames.count, frames[next] == index {
        shown = index
        next += 1
      } else {
        thinning.error += fitting.survey.difference(index, shown) * delay
        thinning.droppedShare += delay
      }
    }
    thinning.error /= time
    thinning.droppedShare /= time
    return thinning
  }

  /// How far the screen is off, over time, when only these frames are shown.
  ///
  /// - Parameters:
  ///   - codingError: what each is off by itself.
  ///   - blur: what each is off by its size alone. Noise that is gone in the frame that is shown does not add to the
  ///     noise of the one that is not.
  private func error(_ thinning: Thinning, codingError: Double, blur: Double) -> Double {
    codingError + max(0, thinning.error - 2 * min(noise, blur) * thinning.droppedShare)
  }

  /// The mean square of what is new in every frame.
  ///
  /// What moves slowly differs four times as much after two frames as after one, noise as much as after one.
  private static func noise(_ fitting: GIFFitting) -> Double {
    let survey = fitting.survey
    var sum = 0.0
    let frames = fitting.delays.indices.dropFirst(2)
    for index in frames {
      let near = (survey.difference(index, index - 1) + survey.difference(index - 1, index - 2)) / 2
      sum += max(0, min(near, (4 * near - survey.difference(index, index - 2)) / 3))
    }
    return sum / Double(max(1, frames.count)) / 2
  }
}
