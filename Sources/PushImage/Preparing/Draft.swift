internal import PushImageFormats

/// An output in the making: bytes that were checked, or pixels that are yet to become bytes.
struct Draft: Sendable {
  /// As it came.
  let candidate: Candidate
  /// What the bytes are and what the platforms of the goal say of them.
  private(set) var content: Content
  private(set) var report: Report
  /// What is yet to be cured.
  private(set) var open: Set<Cure> = []
  /// Names of the steps taken.
  private(set) var steps: [String] = []
  /// Names of the steps that found nothing to do.
  private(set) var idleSteps: Set<String> = []
  /// Whether pixels were changed, rather than coded anew.
  private(set) var hasNewPixels = false
  /// What was lost on the way.
  private(set) var findings: [Finding] = []
  /// What could not be done.
  private(set) var failures: [Finding] = []
  /// Decoded pixels on their way to the encoder; nil before and after.
  var pixels: Pixels?

  /// A file and everything known of it, which does not depend on its name.
  struct Content: Sendable {
    var bytes: any RandomAccessCollection<UInt8> & Sendable
    var examination: Checker.Examination
    var sha256: String
  }

  /// Pixels with what is yet to be done to them.
  struct Pixels: Sendable {
    var bitmap: Bitmap
    /// EXIF's, which the pixels do not show yet.
    var orientation: Int
    let geometry: Geometry
    /// What the JPEG they come from was saved with; nil where they come from elsewhere.
    let quantization: JPEGQuantization?
    /// Whether they come from a coding that loses details.
    let isLossy: Bool
    /// Steps taken, which count once the pixels are encoded.
    var steps: [String] = []
    /// What was lost, likewise.
    var findings: [Finding] = []
  }

  /// The input, judged under the name and type it would be published with.
  init(_ candidate: Candidate, _ content: Content, for goal: OutputGoal) {
    self.candidate = candidate
    self.content = content
    report = Self.report(content, of: candidate, for: goal)
    open = openCures(goal)
  }

  var format: ImageFormat? { content.examination.format }
  var info: ImageInfo? { content.examination.info }
  var byteCount: Int { content.bytes.count }
  var isAnimated: Bool { (info?.frameCount ?? 1) > 1 }
  var orientation: Int { info?.orientation ?? 1 }

  /// Who changes files of its format; nil for formats that are not verified.
  var coder: (any PictureCoder)? { format.flatMap(ImageCodecs.coder) }

  /// Lends the bytes as one span.
  func withBytes<Result>(
    _ body: (Span<UInt8>) throws(PushImageError) -> Result
  ) throws(PushImageError) -> Result {
    try Candidate(bytes: content.bytes).withSpan(body)
  }

  // MARK: - What changes it

  /// The step found nothing to do, and is not asked again.
  mutating func skip(_ step: String) { idleSteps.insert(step) }

  /// Notes a step that changed pixels on their way, or nothing but the name.
  mutating func note(_ step: String) {
    if pixels == nil { steps.append(step) } else { pixels?.steps.append(step) }
  }

  /// The pixels led nowhere: the draft is what it was before.
  mutating func abandonPixels(because failure: Finding) {
    pixels = nil
    failures.append(failure)
  }

  /// Other bytes by a step: checked again at once.
  mutating func replace(
    _ bytes: [UInt8], by step: String, changesPixels: Bool, for goal: OutputGoal
  ) throws(PushImageError) {
    steps += (changesPixels ? pixels?.steps ?? [] : []) + [step]
    findings += changesPixels ? pixels?.findings ?? [] : []
    idleSteps.insert(step)
    hasNewPixels = hasNewPixels || changesPixels
    pixels = nil
    content = try Self.examine(Candidate(bytes: bytes), by: goal.checker)
    report = Self.report(content, of: candidate, for: goal)
    open = openCures(goal)
  }

  // MARK: - What is known of it

  static func examine(_ candidate: Candidate, by checker: Checker) throws(PushImageError) -> Content {
    try candidate.withSpan { (bytes: Span<UInt8>) throws(PushImageError) in
      Content(
        bytes: candidate.bytes, examination: try checker.examine(bytes, of: candidate), sha256: Digest.sha256(bytes))
    }
  }

  /// The name it would be published under; nil for bytes of no known format.
  static func outputName(_ content: Content, of candidate: Candidate, for goal: OutputGoal) -> OutputName? {
    guard let format = content.examination.format else { return nil }
    switch goal.options.naming {
    case .stem: return OutputName(for: candidate.name, format: format, platform: goal.platformInName)
    case .hash: return OutputName(sha256: content.sha256, format: format)
    }
  }

  /// As served under its own media type when the candidate declares a type at all: a new name on a server comes with
  /// a new type.
  private static func report(_ content: Content, of candidate: Candidate, for goal: OutputGoal) -> Report {
    let declaredType = candidate.declaredType == nil ? nil : content.examination.format?.mediaType
    let published = Candidate(
      bytes: content.bytes, name: outputName(content, of: candidate, for: goal)?.fileName ?? candidate.name,
      declaredType: declaredType, source: candidate.source)
    var report = goal.checker.report(on: published, content.examination, sha256: content.sha256)
    report.source = candidate.source
    return report
  }
}
