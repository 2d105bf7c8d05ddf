internal import PushImageFormats

/// What one output must come to.
struct OutputDemand: Sendable {
  /// Whether an animation may become a picture.
  enum Form: Sendable {
    /// An animation stays one, frames and colours as they are: only what costs nothing.
    case untouched
    /// An animation stays one, whatever it costs.
    case animation
    /// One picture of every animation.
    case still
  }

  /// Judges drafts on the platforms of this output alone.
  let checker: Checker
  let options: PreparationOptions
  /// Of formats that the checker does not verify.
  let decoders: [any PictureDecoder]
  let form: Form
  /// What the name says it is for; nil when it is for all that were asked for.
  let platformInName: String?

  var platforms: [Platform] { checker.platforms }
  var limits: Limits { checker.limits }

  /// Bytes to stay within once bytes must go: the strictest of all limits and cautions; nil where nobody has any.
  var byteTarget: Int? {
    ([Limit.Key.maxByteCount, .cautionByteCount].flatMap(values) + [options.maxByteCount].compactMap(\.self)).min()
  }

  /// What may be given up for so many bytes.
  func budget(_ maxByteCount: Int) -> ByteBudget {
    var budget = ByteBudget(maxByteCount: maxByteCount)
    budget.minQuality = options.minQuality
    budget.minSide = options.minSide
    budget.minFrameCount = options.minFrameCount
    budget.isProgressive = options.progression == .progressive
    return budget
  }

  /// Formats that every platform shows, by `ImageFormat.name`.
  func takes(_ format: ImageFormat) -> Bool { platforms.allSatisfy { $0.formats[format.name] == .accepted } }

  /// Sizes to stay within. `mustScale`: the picture is over a limit, so all that the platforms say of decoded pixels
  /// counts; without it only what was asked for. `frameCount`: frames that are decoded together.
  func bounds(mustScale: Bool, frameCount: Int = 1) -> SizeBounds {
    var bounds = SizeBounds()
    if mustScale || options.fit == .platform {
      for bytes in values(.maxAnimationByteCount) where frameCount > 1 {
        bounds.limit(pixelCount: bytes / 4 / frameCount)
      }
      for bytes in values(.maxDecodedByteCount) + values(.cautionDecodedByteCount) {
        bounds.limit(pixelCount: bytes / 4)
      }
      if let count = limits.maxPixelCount { bounds.limit(pixelCount: count) }
    }
    if options.fit == .platform || (mustScale && options.isStrict) {
      for width in values(.maxWidth) { bounds.limit(width: width) }
      for height in values(.maxHeight) { bounds.limit(height: height) }
    }
    if case .size(let size) = options.fit {
      bounds.limit(width: size.width)
      bounds.limit(height: size.height)
    }
    return bounds
  }

  /// Of a limit on every platform that has it, as a whole number.
  private func values(_ key: Limit.Key) -> [Int] {
    platforms.compactMap { $0.limit(key) }.map { Int(max(0, min($0.value, 1e15))) }
  }
}
