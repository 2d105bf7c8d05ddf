internal import CImageCodecs
internal import Glibc

/// What is left of `Limits` while one file is verified, and the findings when nothing is.
struct PNGLimits: Sendable {
  let limits: Limits
  private let started: Double

  /// - Parameter isTimed: whether the clock starts now; a look at the header takes no time worth asking for.
  init(_ limits: Limits, isTimed: Bool = true) {
    self.limits = limits
    started = isTimed ? PNGLimits.threadSeconds() : 0
  }

  /// Processor time of this thread, in seconds.
  private static func threadSeconds() -> Double {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// For one job of the C boundary: the time that is left. Pixels are compared here, before any job.
  var budget: cimg_budget {
    var budget = cimg_budget()
    guard let seconds = limits.maxCPUSeconds else { return budget }
    let left = seconds - (Self.threadSeconds() - started)
    budget.max_cpu_milliseconds = UInt32(clamping: Int((max(left, 0) * 1000).rounded(.up).clamped(to: 1...1e9)))
    return budget
  }

  /// Whether the time is used up.
  var isOverTime: Bool {
    limits.maxCPUSeconds.map { Self.threadSeconds() - started > $0 } ?? false
  }

  /// The finding when it is.
  var overTime: Finding {
    let limit = limits.maxCPUSeconds ?? 0
    return Finding(
      LimitFindings.timeTooLarge,
      "decoding took more than \(limit) s of processor time; that is the limit maxCPUSeconds",
      limit: limit, unit: .seconds)
  }

  /// Held against the limit of one frame.
  func pixelFinding(width: Int, height: Int) -> Finding? {
    guard let limit = limits.maxPixelCount, width * height > limit else { return nil }
    return Finding(
      LimitFindings.pixelsTooLarge,
      "image is \(PNGText.size(width, height)), \((width * height).grouped) pixels; "
        + "the limit maxPixelCount is \(limit.grouped)",
      actual: width * height, limit: limit, unit: .pixels)
  }

  /// Held against the limit of all frames together.
  func totalPixelFinding(_ pixelCount: Int) -> Finding? {
    // The rows of every frame are inflated, so the cost grows with pixels.
    guard let limit = limits.maxDecodedPixelCount, pixelCount > limit else { return nil }
    return Finding(
      LimitFindings.totalPixelsTooLarge,
      "all frames together have \(pixelCount.grouped) pixels; "
        + "the limit maxDecodedPixelCount is \(limit.grouped)",
      actual: pixelCount, limit: limit, unit: .pixels)
  }

  /// Frames met, not frames declared: a wrong number in acTL is a fault of the animation only.
  func frameFinding(_ frameCount: Int) -> Finding? {
    guard let limit = limits.maxFrameCount, frameCount > limit else { return nil }
    return Finding(
      LimitFindings.framesTooLarge,
      "animation has \(frameCount.grouped) frames or more; the limit maxFrameCount is \(limit.grouped)",
      actual: frameCount, limit: limit, unit: .frames)
  }

  /// Chunks met so far.
  func chunkFinding(_ chunkCount: Int) -> Finding? {
    guard let limit = limits.maxChunkCount, chunkCount > limit else { return nil }
    return Finding(
      LimitFindings.chunksTooLarge,
      "file has \(chunkCount.grouped) chunks or more; the limit maxChunkCount is \(limit.grouped)",
      actual: chunkCount, limit: limit, unit: .chunks)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
