import PushImage
import PushImageConversion
import PushImageFetching

/// Prepares the pictures of a campaign, each once for each set of platforms, and writes them named after their bytes.
actor PicturePreparation {
  /// What became of one picture.
  struct Picture: Sendable {
    /// One file, and whom it is for.
    struct File: Sendable {
      let name: String
      let platforms: [String]
      let action: Preparation.Action
      let byteCount: Int
    }

    /// One for all, or one for each platform; empty when nothing could be made.
    let files: [File]
    /// Why there is no file for some platform.
    let findings: [Finding]
    /// Whether every platform has a file.
    let isComplete: Bool
  }

  private struct Key: Hashable {
    let url: String
    let platforms: [String]
    let mayDiffer: Bool
  }

  private let platforms: [Platform]
  private let run: RunOptions
  private let answers: KeptAnswers
  private let folder: OutputFolder
  private var pictures: [Key: Task<Picture, any Error>] = [:]

  init(_ options: CampaignOptions, answers: KeptAnswers, folder path: FilePath) throws {
    platforms = options.platforms
    run = options.run
    self.answers = answers
    // Names are digests: a file that is there already has the same bytes.
    folder = try OutputFolder(path, replacing: .nothing, isDryRun: false)
  }

  /// The files of one picture for its platforms.
  ///
  /// - Parameter mayDiffer: whether the payload can name another file for each platform.
  func picture(_ url: String, for ids: [String], mayDiffer: Bool) async throws -> Picture {
    let key = Key(url: url, platforms: ids, mayDiffer: mayDiffer)
    if let known = pictures[key] { return try await known.value }
    let wanted = platforms.filter { ids.contains($0.id) }
    let (run, answers) = (run, answers)
    let task = Task.detached { [self] in
      let outcome = try await answers.answer(url)
      guard let image = outcome.image else {
        return Picture(files: [], findings: outcome.findings, isComplete: false)
      }
      let candidate = Candidate(bytes: image.body, name: outcome.fileName, source: url)
      return try await write(try Self.prepare(candidate, wanted, run, mayDiffer: mayDiffer))
    }
    pictures[key] = task
    return try await task.value
  }

  private func write(_ preparations: [Preparation]) throws -> Picture {
    let files = try preparations.flatMap(\.outputs).map { output in
      try Self.write(output.bytes, as: output.fileName, to: folder)
      return Picture.File(
        name: output.fileName, platforms: output.platforms, action: output.action, byteCount: output.bytes.count)
    }
    let findings = preparations.flatMap { $0.refusal?.report.findings.filter { $0.severity > .note } ?? [] }
    return Picture(files: files, findings: findings, isComplete: preparations.allSatisfy(\.isComplete))
  }

  // Opens the type of the bytes.
  private static func write(_ bytes: some Collection<UInt8>, as name: String, to folder: OutputFolder) throws {
    _ = try folder.write(bytes, as: name)
  }

  // MARK: Preparing

  /// First so that nothing is to be warned of, then, where that cannot be had, so that it is shown.
  private static func prepare(
    _ candidate: Candidate, _ platforms: [Platform], _ run: RunOptions, mayDiffer: Bool
  ) throws(PushImageError) -> [Preparation] {
    let strict = try preparer(platforms, run, isStrict: true).prepare(candidate)
    if mayDiffer, let split = try split(candidate, of: strict.input, platforms, run) { return split }
    if strict.isComplete, mayDiffer || strict.outputs.count == 1 { return [strict] }
    let plain = try preparer(platforms, run, isStrict: false).prepare(candidate)
    if plain.isComplete, mayDiffer || plain.outputs.count == 1 { return [plain] }
    let stills = (strict.outputs + plain.outputs).filter { $0.report.info?.frameCount == 1 }
    guard !mayDiffer, let still = stills.first else { return [plain] }
    // One file for all is what a platform gets that shows no animations.
    return [try prepare(still.bytes, candidate, platforms, run)]
  }

  /// The animation for those that play it and a still for the others; nil when there is nothing to part.
  private static func split(
    _ candidate: Candidate, of input: Report, _ platforms: [Platform], _ run: RunOptions
  ) throws(PushImageError) -> [Preparation]? {
    let players = platforms.filter { $0.traits[.showsFirstFrameOnly] == nil }
    guard (input.info?.frameCount ?? 1) > 1, !players.isEmpty, players.count < platforms.count else { return nil }
    let others = platforms.filter { $0.traits[.showsFirstFrameOnly] != nil }.map(\.forStills)
    let parts = [
      try preparer(players, run, isStrict: false).prepare(candidate),
      try preparer(others, run, isStrict: false).prepare(candidate),
    ]
    return parts.allSatisfy(\.isComplete) ? parts : nil
  }

  // Opens the type of the bytes.
  private static func prepare(
    _ bytes: some RandomAccessCollection<UInt8> & Sendable, _ candidate: Candidate, _ platforms: [Platform],
    _ run: RunOptions
  ) throws(PushImageError) -> Preparation {
    try preparer(platforms, run, isStrict: false).prepare(Candidate(bytes: bytes, source: candidate.source))
  }

  private static func preparer(_ platforms: [Platform], _ run: RunOptions, isStrict: Bool) -> Preparer {
    var options = PreparationOptions()
    options.naming = .hash
    options.isStrict = isStrict
    return Preparer(
      platforms: platforms, policy: run.policy, engine: run.engine, options: options, decoders: ForeignDecoders.all)
  }
}

extension Platform {
  /// The same for stills only: without the format of animations, one is made for it.
  fileprivate var forStills: Platform {
    Platform(
      id: id, title: title, shortTitle: shortTitle, formats: ["jpeg": .accepted, "png": .accepted],
      unsupportedFormat: unsupportedFormat, unverifiedFormat: unverifiedFormat, limits: limits,
      vendorAdvice: vendorAdvice, aboveVendorAdvice: aboveVendorAdvice, traits: traits, naming: naming,
      ignoresContentType: ignoresContentType, caveats: caveats)
  }
}
