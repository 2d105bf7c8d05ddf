internal import PushImageFormats

extension Draft {
  /// The file to write; nil unless it is verified, as it was asked for, and shown on every platform. What could not be
  /// cured of a picture that is shown nevertheless does not stand in the way.
  func output(_ goal: OutputGoal) -> PreparedOutput? {
    guard let name = Self.outputName(content, of: candidate, for: goal) else { return nil }
    let report = report.adding(preparation: findings)
    guard report.integrity != .undetermined, !report.hasDamage, report.isShownEverywhere, isAsAskedFor(goal),
      goal.form != .still || !isAnimated
    else { return nil }
    return PreparedOutput(
      bytes: content.bytes, name: name, platforms: goal.platforms.map(\.id), action: action(name),
      steps: finalSteps(name), report: report)
  }

  private func isAsAskedFor(_ goal: OutputGoal) -> Bool {
    if let maxByteCount = goal.options.maxByteCount, byteCount > maxByteCount { return false }
    if let geometry = geometry(goal, mustScale: false), geometry.crops || geometry.pads || geometry.scales {
      return false
    }
    return !open.contains(.reorder)
  }

  private func action(_ name: OutputName) -> Preparation.Action {
    if hasNewPixels { return .reencoded }
    let steps = finalSteps(name)
    return steps.isEmpty ? .kept : steps == [RenameStep.name] ? .renamed : .optimized
  }

  /// A new format comes with a new extension, also where the old one was right.
  private func finalSteps(_ name: OutputName) -> [String] {
    let isRenamed = !name.fileName.utf8.elementsEqual((candidate.name ?? "").utf8)
    return isRenamed && !steps.contains(RenameStep.name) ? steps + [RenameStep.name] : steps
  }
}

extension Report {
  /// Something of error severity is wrong with the bytes.
  fileprivate var hasDamage: Bool { findings.contains { $0.kind.integrity == .damaged && $0.severity == .error } }

  /// Accepted or at risk on every platform asked for.
  fileprivate var isShownEverywhere: Bool {
    verdict <= .atRisk && platforms.allSatisfy { $0.verdict <= .atRisk }
  }
}
