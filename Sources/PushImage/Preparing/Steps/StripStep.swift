internal import PushImageFormats

/// Drops what nobody sees; every coded pixel stays as it is.
struct StripStep: PreparationStep {
  static let name = "strip"

  /// Not where a later step drops the same on its way.
  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool {
    !draft.open.isDisjoint(with: [.strip, .dropProfile, .dropAnimation]) && !draft.open.contains(.orient)
      && !draft.needsPixels(goal)
  }

  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    let retention = Retention(
      keepsColorProfile: !draft.open.contains(.dropProfile), keepsOrientation: true,
      keepsAnimation: !draft.open.contains(.dropAnimation))
    let stripped = try draft.withBytes { (bytes) throws(PushImageError) in
      try draft.coder?.stripped(bytes, retention: retention, limits: goal.limits)
    }
    guard let stripped else { return draft.skip(Self.name) }
    try draft.replace(stripped, by: Self.name, changesPixels: false, for: goal)
  }
}
