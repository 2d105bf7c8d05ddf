internal import PushImageFormats

/// Codes the same pixels anew, turned upright where that goes without loss.
struct RecodeStep: PreparationStep {
  static let name = "recode"

  func isDue(_ draft: Draft, _ demand: OutputDemand) -> Bool {
    !draft.open.isDisjoint(with: [.recode, .reorder, .orient, .compress]) && !draft.needsPixels(demand)
  }

  func apply(to draft: inout Draft, _ demand: OutputDemand) throws(PushImageError) {
    guard !isHopeless(draft, demand) else { return draft.skip(Self.name) }
    let request = request(draft, demand)
    let recoded = try draft.withBytes { (bytes) throws(PushImageError) in
      try draft.coder?.recoded(bytes, request, limits: demand.limits)
    }
    guard let recoded else { return draft.skip(Self.name) }
    try draft.replace(recoded, by: Self.name, changesPixels: false, for: demand)
  }

  /// A PNG that is compressed at all does not shrink to a third without loss, and finding out takes seconds.
  private func isHopeless(_ draft: Draft, _ demand: OutputDemand) -> Bool {
    guard draft.format == .png, draft.open == [.compress] || draft.open == [.compress, .strip],
      let target = demand.byteTarget, let info = draft.info
    else { return false }
    return draft.byteCount > saturatingProduct(target, 3) && draft.byteCount < info.decodedByteCount / 8 * 5
  }

  private func request(_ draft: Draft, _ demand: OutputDemand) -> RecodingRequest {
    var request = RecodingRequest()
    let turns = draft.open.contains(.orient)
    request.bakedOrientation = turns ? draft.orientation : 1
    request.retention = Retention(
      keepsColorProfile: !draft.open.contains(.dropProfile), keepsOrientation: !turns,
      keepsAnimation: !draft.open.contains(.dropAnimation))
    request.progression = demand.options.progression
    return request
  }
}
