public import PushImageFormats

/// Makes candidates pass, cheapest and least lossy cure first, and changes nothing that need not change.
///
/// Guarantee: what it hands out was checked again under its new name by the same engine, and is accepted or at risk on
/// every platform that it is meant for. What cannot be made so is refused, with what stood in the way. By default it
/// cures every error, and of warnings and notes: names, orientation, CMYK, 16 bits, wide gamut, metadata, trailing
/// bytes and damage that readers pass over. Damage of error severity is refused, unless `repairs` is set.
public struct Preparer: Sendable {
  /// Judges inputs and outputs alike.
  public let checker: Checker
  /// What may be done beyond what the platforms demand.
  public let options: PreparationOptions

  private let policy: Policy
  private let decoders: [any PictureDecoder]

  /// Prepares for `platforms` under `policy`.
  ///
  /// - Parameters:
  ///   - platforms: whose demands count; at least one.
  ///   - policy: overrides of their numbers; default: none.
  ///   - engine: reads the pixels of inputs and outputs when they are checked; default: native.
  ///   - options: what else is wanted; default: only what must be done.
  ///   - decoders: make pixels of formats that are not verified; default: none, so that such formats are refused.
  public init(
    platforms: [Platform], policy: Policy = .default, engine: EngineSelection = .default,
    options: PreparationOptions = PreparationOptions(), decoders: [any PictureDecoder] = []
  ) {
    checker = Checker(platforms: platforms, policy: policy, engine: engine)
    self.policy = policy
    self.options = options
    self.decoders = decoders
  }

  /// Plans and makes the outputs of one candidate.
  ///
  /// Costs a verification for every step that changes bytes, and for each format tried within a budget what its coder's
  /// search is bound to.
  /// - Throws: `PushImageError` when the tool could not work; never because of the image.
  public func prepare(_ candidate: Candidate) throws(PushImageError) -> Preparation {
    guard candidate.isWhole, checker.isWithinLimit(candidate) else {
      return .rejected(try checker.check(candidate), platforms: checker.platforms.map(\.id))
    }
    let content = try Draft.examine(candidate, by: checker)
    var preparation = PreparationInProgress(
      candidate: candidate, content: content,
      input: checker.report(on: candidate, content.examination, sha256: content.sha256))
    guard try isPreparable(candidate, content) else {
      return .rejected(preparation.input, platforms: checker.platforms.map(\.id))
    }
    try makeOutputs(&preparation)
    return preparation.finished
  }

  // MARK: Which platforms share a file

  private func makeOutputs(_ preparation: inout PreparationInProgress) throws(PushImageError) {
    let platforms = checker.platforms
    let isAnimated = (preparation.content.examination.info?.frameCount ?? 1) > 1
    let players = platforms.filter { isAnimated && $0.plays(preparation.content.examination.format) }
    let isMixed = !players.isEmpty && players.count < platforms.count
    let form: OutputDemand.Form = isMixed ? .untouched : isAnimated && players.isEmpty ? .still : .animation
    // A still is not made where the animation is shown as it is, if only its first frame.
    if form == .still, try add(demand(platforms, .untouched), to: &preparation) { return }
    if try add(demand(platforms, form), to: &preparation) { return }
    if platforms.count == 1 { return preparation.refuse(platforms) }
    preparation.forgetFailures()
    for platform in platforms {
      let plays = !isAnimated || platform.plays(preparation.content.examination.format)
      let demand = demand([platform], plays ? .animation : .still, named: platform.id)
      if try !add(demand, to: &preparation) { preparation.refuse([platform]) }
    }
  }

  private func demand(_ platforms: [Platform], _ form: OutputDemand.Form, named name: String? = nil) -> OutputDemand {
    OutputDemand(
      checker: platforms.count == checker.platforms.count ? checker : checker.narrowed(to: platforms),
      options: options, decoders: decoders, form: form, platformInName: name)
  }

  /// Makes one output; false when it cannot be made.
  private func add(_ demand: OutputDemand, to preparation: inout PreparationInProgress) throws(PushImageError) -> Bool {
    var draft = Draft(preparation.candidate, preparation.content, for: demand)
    do throws(PushImageError) {
      try PreparationSteps.run(on: &draft, demand)
    } catch  where error.code == .undecodable {
      draft.abandonPixels(because: Finding(PreparationFindings.undecodable, error.description))
    }
    guard let output = draft.output(demand) else {
      preparation.note(failure: draft)
      return false
    }
    preparation.outputs.append(output)
    return true
  }

  // MARK: What is not even tried

  /// A picture, whole enough for what may be done about it.
  private func isPreparable(_ candidate: Candidate, _ content: Draft.Content) throws(PushImageError) -> Bool {
    guard let format = content.examination.format, format.family == .image else { return false }
    guard ImageCodecs.codec(for: format) != nil else { return decoders.contains { $0.format == format } }
    let findings = content.examination.findings
    if findings.contains(where: { $0.cure == .repair && $0.severity == .error }) { return options.repairs }
    guard content.examination.integrity == .undetermined else { return true }
    return try isOnlyTooLarge(candidate, findings)
  }

  /// A picture of too many pixels is scaled down on its way through the decoder, if it is whole.
  private func isOnlyTooLarge(_ candidate: Candidate, _ findings: [Finding]) throws(PushImageError) -> Bool {
    let undetermined = findings.filter { $0.kind.integrity == .undetermined }
    guard !undetermined.isEmpty, undetermined.allSatisfy({ $0.cure == .scale }) else { return false }
    var wider = policy
    wider.limits.maxPixelCount = policy.limits.maxPixelCount.map {
      saturatingProduct($0, OutputDemand.decodingLimitFactor)
    }
    let checker = Checker(platforms: checker.platforms, policy: wider, engine: checker.engine)
    return try Draft.examine(candidate, by: checker).examination.integrity == .intact
  }
}

/// What is known while the outputs of one candidate are made.
private struct PreparationInProgress {
  let candidate: Candidate
  let content: Draft.Content
  let input: Report
  var outputs: [PreparedOutput] = []
  private var refused: [Platform] = []
  private var reasons: [Finding] = []

  init(candidate: Candidate, content: Draft.Content, input: Report) {
    self.candidate = candidate
    self.content = content
    self.input = input
  }

  mutating func note(failure draft: Draft) {
    for finding in draft.failures where !reasons.contains(finding) { reasons.append(finding) }
  }

  mutating func forgetFailures() { reasons = [] }

  mutating func refuse(_ platforms: [Platform]) { refused += platforms }

  var finished: Preparation {
    guard !refused.isEmpty else { return Preparation(input: input, outputs: outputs, refusal: nil) }
    let ids = refused.map(\.id)
    var report = input
    report.platforms = input.platforms.filter { ids.contains($0.platform) }
    report.findings = input.findings.filter { $0.platform.map(ids.contains) ?? true }
    report.verdict = report.platforms.map(\.verdict).max() ?? .rejected
    report = report.adding(preparation: reasons)
    return Preparation(
      input: input, outputs: outputs, refusal: PreparationRefusal(platforms: ids, report: report))
  }
}

extension Platform {
  /// Whether it takes the format and shows more of an animation than its first frame.
  fileprivate func plays(_ format: ImageFormat?) -> Bool {
    guard let format, formats[format.name] == .accepted else { return false }
    return traits[.showsFirstFrameOnly] == nil
  }
}
