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
  private let demand: Demand
  private let bitmap: Bitmap

  init(pixels: Draft.Pixels, source: ImageFormat?, demand: Demand) {
    self.pixels = pixels
    self.source = source
    self.demand = demand
    bitmap = pixels.bitmap.withoutOpaqueAlpha
  }

  /// - Parameter skipsExact: the picture is known not to fit unless something is given up.
  func encode(skipsExact: Bool) throws(PushImageError) -> Outcome {
    let formats = try formats()
    if !skipsExact {
      let exact = try encodeExactly(formats)
      if demand.byteTarget.map({ exact.count <= $0 }) ?? true { return .fits(exact) }
    }
    return try encodeWithinBudget(formats)
  }

  // MARK: Formats

  /// Formats to try: the first for a file without loss, all of them within a budget.
  private func formats() throws(PushImageError) -> [ImageFormat] {
    let isOurs = source.map { [.png, .jpeg, .gif].contains($0) } ?? false
    let keeps = demand.options.keepsFormat && isOurs
    var formats: [ImageFormat] = isOurs ? [source].compactMap(\.self) : []
    if demand.form == .still, source == .gif, !keeps { formats = [] }
    if !keeps { formats += isOurs ? [.png, .jpeg] : isPhotograph ? [.jpeg, .png] : [.png, .jpeg] }
    var seen: Set<ImageFormat> = []
    formats = formats.filter { seen.insert($0).inserted && demand.takes($0) && canHold($0) }
    guard formats.isEmpty else { return formats }
    let platforms = demand.platforms.map(\.shortTitle).joined(separator: ", ")
    let kept = keeps ? source.map { "; it is to stay \($0.titleWithArticle)" } ?? "" : ""
    throw PushImageError(.undecodable, "no format that \(platforms) takes can hold the picture\(kept)")
  }

  private func canHold(_ format: ImageFormat) -> Bool {
    guard ImageCodecs.coder(for: format) != nil else { return false }
    return format != .jpeg || !bitmap.layout.hasAlpha
  }

  /// Of a foreign format: one that is mostly used for photographs.
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
      request.isProgressive = demand.options.progression == .progressive
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
    guard let maxByteCount = demand.byteTarget else {
      throw PushImageError(.undecodable, "no number of bytes to stay within")
    }
    var budget = ByteBudget(maxByteCount: maxByteCount)
    budget.minQuality = demand.options.minQuality
    budget.minSide = demand.options.minSide
    budget.minFrameCount = demand.options.minFrameCount
    budget.isProgressive = demand.options.progression == .progressive
    var best: (encoding: BudgetedEncoding, format: ImageFormat)?
    for format in formats {
      let encoding = try coder(format).encode(bitmap, within: budget)
      if let known = best {
        if try isBetter(encoding, format, than: known) { best = (encoding, format) }
      } else {
        best = (encoding, format)
      }
    }
    guard let best else { throw PushImageError(.undecodable, "no format to encode in") }
    return best.encoding.isWithinBudget
      ? .fits(best.encoding.bytes) : .isTooLarge(smallest: best.encoding, format: best.format)
  }

  /// One that fits before one that does not; clearly more pixels before less; then what looks more like the picture.
  private func isBetter(
    _ encoding: BudgetedEncoding, _ format: ImageFormat, than other: (encoding: BudgetedEncoding, format: ImageFormat)
  ) throws(PushImageError) -> Bool {
    guard encoding.isWithinBudget == other.encoding.isWithinBudget else { return encoding.isWithinBudget }
    guard encoding.isWithinBudget else { return encoding.bytes.count < other.encoding.bytes.count }
    let (count, otherCount) = (encoding.size.pixelCount, other.encoding.size.pixelCount)
    if count > otherCount / 2 * 3 { return true }
    if otherCount > count / 2 * 3 { return false }
    let size = count < otherCount ? encoding.size : other.encoding.size
    let reference = try bitmap.scaled(to: size)
    return try decoded(encoding, format, size).difference(from: reference)
      < decoded(other.encoding, other.format, size).difference(from: reference)
  }

  private func decoded(
    _ encoding: BudgetedEncoding, _ format: ImageFormat, _ size: PixelSize
  ) throws(PushImageError) -> Bitmap {
    let bytes = encoding.bytes
    let decoding = try coder(format).decode(bytes.span, DecodingRequest(), limits: demand.decodingLimits)
    return try decoding.bitmap.scaled(to: size)
  }

  private func coder(_ format: ImageFormat) throws(PushImageError) -> any PictureCoder {
    guard let coder = ImageCodecs.coder(for: format) else {
      throw PushImageError(.undecodable, "\(format.titleWithArticle) cannot be written")
    }
    return coder
  }
}
