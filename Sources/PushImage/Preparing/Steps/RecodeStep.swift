internal import PushImageFormats

/// Codes the same pixels anew, turned upright where that goes without loss.
struct RecodeStep: PreparationStep {
  static let name = "recode"

  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool {
    !draft.open.isDisjoint(with: [.recode, .reorder, .orient, .compress]) && !draft.needsPixels(goal)
  }

  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    let request = request(draft, goal)
    let recoded = try draft.withBytes { (bytes) throws(PushImageError) in
      try draft.coder?.recoded(bytes, request, limits: goal.limits)
    }
    guard let recoded else { return draft.skip(Self.name) }
    try draft.replace(recoded, by: Self.name, changesPixels: false, for: goal)
  }

  private func request(_ draft: Draft, _ goal: OutputGoal) -> RecodingRequest {
    var request = RecodingRequest()
    let turns = draft.open.contains(.orient)
    request.bakedOrientation = turns ? draft.orientation : 1
    request.retention = Retention(
      keepsColorProfile: !draft.open.contains(.dropProfile), keepsOrientation: !turns,
      keepsAnimation: !draft.open.contains(.dropAnimation))
    request.progression = goal.options.progression
    return request
  }
}
