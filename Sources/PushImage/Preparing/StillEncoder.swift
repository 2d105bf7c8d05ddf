internal import PushImageFormats

/// Chooses the format of a picture and encodes it.
///
/// The format that it had, where every platform takes it; a PNG of what was an animation or of a foreign format, a JPEG
/// where that format was a photograph's. Within a budget an opaque picture may be a JPEG or a PNG of few colours,
/// whichever looks more like the pixels, unless `keepsFormat`.
struct StillEncoder {
  /// What came out.
  enum Outcome {
    case fits([UInt8])
    case isTooLarge(smallest: BudgetedEncoding, format: ImageFormat)
  }

  /// What a JPEG of pixels from elsewhere is saved with: beyond it files grow faster than eyes can tell.
  private static let photoQuality = 90
  /// The least that a scaled JPEG is saved with: scaling makes up for what a low quality lost.
  private static let scaledQuality = 85

  private let pixels: Draft.Pixels
  private let source: ImageFormat?
  private let goal: OutputGoal
  private let bitmap: Bitmap

  init(pixels: Draft.Pixels, source: ImageFormat?, goal: OutputGoal) {
    self.pixels = pixels
    self.source = source
    self.goal = goal
    bitmap = pixels.bitmap.withoutOpaqueAlpha
  }

  /// - Parameter skipsExact: the picture is known not to fit unless something is given up.
  func encode(skipsExact: Bool) throws(PushImageError) -> Outcome {
    let formats = try formats()
    if !skipsExact {
      let exact = try encodeExactly(formats)
      if goal.byteTarget.map({ exact.count <= $0 }) ?? true { return .fits(exact) }
    }
    return try encodeWithinBudget(formats)
  }

  // MARK: Formats

  /// Formats to try: the first for a file without loss, all of them within a budget.
  private func formats() throws(PushImageError) -> [ImageFormat] {
    let isOurs = source.map { [.png, .jpeg, .gif].contains($0) } ?? false
    let keeps = goal.options.keepsFormat && isOurs
    var formats: [ImageFormat] = isOurs ? [source].compactMap(\.self) : []
    if goal.form == .still, source == .gif, !keeps { formats = [] }
    // What a JPEG has lost no other format brings back.
    if !keeps { formats += isPhotograph ? [.jpeg, .png] : [.png, .jpeg] }
    if source == .jpeg, goal.takes(.jpeg), canHold(.jpeg) { formats = [.jpeg] }
    var seen: Set<ImageFormat> = []
    formats = formats.filter { seen.insert($0).inserted && goal.takes($0) && canHold($0) }
    guard formats.isEmpty else { return formats }
    let platforms = goal.platforms.map(\.shortTitle).joined(separator: ", ")
    let kept = keeps ? source.map { "; it is to stay \($0.titleWithArticle)" } ?? "" : ""
    throw PushImageError(.undecodable, "no format that \(platforms) takes can hold the picture\(kept)")
  }

  private func canHold(_ format: ImageFormat) -> Bool {
    guard ImageCodecs.coder(for: format) != nil else { return false }
    return format != .jpeg || !bitmap.layout.hasAlpha
  }

  /// Of a format that is mostly used for photographs.
  private var isPhotograph: Bool { pixels.isLossy && !bitmap.layout.hasAlpha }

  // MARK: Without a budget

  private func encodeExactly(_ formats: [ImageFormat]) throws(PushImageError) -> [UInt8] {
    let first = try encodeExactly(formats[0])
    let isOurs = source.map { [.png, .jpeg, .gif].contains($0) } ?? false
    guard !isOurs, formats.count > 1, !bitmap.layout.hasAlpha else { return first }
    // Of a foreign format nobody knows what it shows; drawings are smaller as PNG, and without loss at that.
    let second = try encodeExactly(formats[1])
    let (png, jpeg) = formats[0] == .png ? (first, second) : (second, first)
    return png.count <= jpeg.count + jpeg.count / 2 ? png : jpeg
  }

  private func encodeExactly(_ format: ImageFormat) throws(PushImageError) -> [UInt8] {
    var request = EncodingRequest()
    if format == .jpeg {
      request.isProgressive = goal.options.progression == .progressive
      if let quantization = pixels.quantization {
        if pixels.geometry.scales {
          request.quality = min(max(quantization.estimatedQuality, Self.scaledQuality), 95)
        } else {
          request.quantization = quantization
        }
      } else {
        request.quality = Self.photoQuality
      }
    }
    return try coder(format).encode(bitmap, request)
  }

  // MARK: Within a budget

  private func encodeWithinBudget(_ formats: [ImageFormat]) throws(PushImageError) -> Outcome {
    guard let maxByteCount = goal.byteTarget else {
      throw PushImageError(.undecodable, "no number of bytes to stay within")
    }
    var budget = ByteBudget(maxByteCount: maxByteCount)
    budget.minQuality = goal.options.minQuality
    budget.minSide = goal.options.minSide
    budget.minFrameCount = goal.options.minFrameCount
    budget.isProgressive = goal.options.progression == .progressive
    var results: [(encoding: BudgetedEncoding, format: ImageFormat)] = []
    for format in formats { results.append((try coder(format).encode(bitmap, within: budget), format)) }
    let fitting = results.filter(\.encoding.isWithinBudget)
    guard let first = fitting.first else {
      guard let smallest = results.min(by: { $0.encoding.bytes.count < $1.encoding.bytes.count }) else {
        throw PushImageError(.undecodable, "no format to encode in")
      }
      return .isTooLarge(smallest: smallest.encoding, format: smallest.format)
    }
    guard fitting.count > 1 else { return .fits(first.encoding.bytes) }
    return .fits(try mostSimilar(fitting).bytes)
  }

  /// The first of those that look most like the picture.
  private func mostSimilar(
    _ results: [(encoding: BudgetedEncoding, format: ImageFormat)]
  ) throws(PushImageError) -> BudgetedEncoding {
    let similarity = PictureSimilarity(to: bitmap)
    var best: (encoding: BudgetedEncoding, distance: Double)?
    for (encoding, format) in results {
      let bytes = encoding.bytes
      let decoding = try coder(format).decode(bytes.span, DecodingRequest(), limits: goal.decodingLimits)
      let distance = similarity.distance(of: decoding.bitmap)
      if best.map({ distance < $0.distance }) ?? true { best = (encoding, distance) }
    }
    return best?.encoding ?? results[0].encoding
  }

  private func coder(_ format: ImageFormat) throws(PushImageError) -> any PictureCoder {
    guard let coder = ImageCodecs.coder(for: format) else {
      throw PushImageError(.undecodable, "\(format.titleWithArticle) cannot be written")
    }
    return coder
  }
}
