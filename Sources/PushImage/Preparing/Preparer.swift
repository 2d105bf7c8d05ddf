public import PushImageFormats

/// Makes candidates pass, cheapest cure first. This version renames; it never changes bytes.
///
/// Guarantee: what it hands out was checked again under its new name by the same engine, and is accepted or at risk on
/// every platform asked for. Everything else is rejected: damage of error severity, formats that this library does not
/// verify, what is over its `Limits`, and what a platform refuses for a reason that a name cannot cure.
public struct Preparer: Sendable {
  /// Judges inputs and outputs alike.
  public let checker: Checker

  /// Prepares for `platforms` under `policy`; `engine` reads the pixels of inputs and outputs.
  public init(platforms: [Platform], policy: Policy = .default, engine: EngineSelection = .default) {
    checker = Checker(platforms: platforms, policy: policy, engine: engine)
  }

  /// Plans the output of one candidate; the bytes to write are the candidate's.
  ///
  /// The output is judged as served under its format's own media type when the candidate declares a type at all: a new
  /// name on a server comes with a new type.
  ///
  /// - Throws: `PushImageError` when the tool could not work; never because of the image.
  public func prepare(_ candidate: Candidate) throws(PushImageError) -> Preparation {
    let input = try checker.check(candidate)
    guard candidate.isWhole, let format = input.format, input.isVerified else { return .rejected(input) }
    let name = OutputName(for: candidate.name, format: format)
    let output = try checkOutput(of: candidate, named: name.fileName, format: format, input: input)
    guard output.isVerified, output.isShownEverywhere else { return .rejected(input) }
    return .output(name, of: candidate.name, report: output)
  }

  private func checkOutput(
    of candidate: Candidate, named name: String, format: ImageFormat, input: Report
  ) throws(PushImageError) -> Report {
    let declaredType = candidate.declaredType == nil ? nil : format.mediaType
    // Same bytes, name and type: the same question was answered a moment ago.
    if candidate.name == name, candidate.declaredType == declaredType { return input }
    var output = try checker.check(
      Candidate(bytes: candidate.bytes, name: name, declaredType: declaredType, source: candidate.source))
    output.source = candidate.source
    return output
  }
}

extension Report {
  /// The whole file was read by a codec, and nothing of error severity is wrong with its bytes.
  fileprivate var isVerified: Bool {
    integrity != .undetermined && !findings.contains { $0.kind.integrity == .damaged && $0.severity == .error }
  }

  /// Accepted or at risk on every platform asked for.
  fileprivate var isShownEverywhere: Bool {
    verdict <= .atRisk && platforms.allSatisfy { $0.verdict <= .atRisk }
  }
}
