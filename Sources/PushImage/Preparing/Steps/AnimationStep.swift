internal import PushImageFormats

/// Cuts, scales and pads an animation, and makes it fit its bytes: by fewer colours, fewer frames, fewer pixels.
struct AnimationStep: PreparationStep {
  static let name = "animation"

  /// Where an animation is to stay one. Bytes alone are no reason in a form that costs nothing.
  func isDue(_ draft: Draft, _ demand: OutputDemand) -> Bool {
    guard draft.isKeptAnimated(demand), draft.coder is any AnimationCoder else { return false }
    return !draft.open.isDisjoint(with: [.scale, .reshape])
      || (demand.form == .animation && draft.open.contains(.compress))
  }

  /// Notes what the smallest file came to when none is small enough.
  func apply(to draft: inout Draft, _ demand: OutputDemand) throws(PushImageError) {
    guard let coder = draft.coder as? any AnimationCoder,
      let geometry = draft.geometry(demand, mustScale: draft.mustScale(demand))
    else { return }
    let request = try request(draft, geometry, demand)
    let fitted = try draft.withBytes { (bytes) throws(PushImageError) in
      try coder.fitted(bytes, request, limits: demand.limits)
    }
    guard request.budget == nil || fitted.isWithinBudget else {
      let maxByteCount = request.budget?.maxByteCount ?? 0
      return draft.abandonPixels(
        because: Finding(overBudget: fitted, format: coder.format, maxByteCount: maxByteCount))
    }
    if geometry.crops { draft.note(CropStep.name) }
    if geometry.pads { draft.note(PadStep.name) }
    if geometry.scales || fitted.size != geometry.final { draft.note(ScaleStep.name) }
    try draft.replace(fitted.bytes, by: EncodeStep.name, changesPixels: true, for: demand)
  }

  private func request(
    _ draft: Draft, _ geometry: Geometry, _ demand: OutputDemand
  ) throws(PushImageError) -> AnimationRequest {
    var request = AnimationRequest()
    if geometry.crops {
      let (x, y) = try corner(draft, geometry, demand)
      request.crop = PixelRectangle(x: x, y: y, width: geometry.cropped.width, height: geometry.cropped.height)
    }
    if geometry.scales { request.size = geometry.scaledCrop }
    if geometry.pads, let color = demand.options.padding?.color {
      let paint = PixelColor(red: color.red, green: color.green, blue: color.blue)
      request.padding = AnimationRequest.Padding(size: geometry.final, color: color.alpha < 128 ? nil : paint)
    }
    if demand.form == .animation, let maxByteCount = demand.byteTarget {
      request.budget = demand.budget(maxByteCount)
    }
    return request
  }

  /// The top left pixel of the part, on the stored screen.
  private func corner(
    _ draft: Draft, _ geometry: Geometry, _ demand: OutputDemand
  ) throws(PushImageError) -> (x: Int, y: Int) {
    let size = geometry.cropped
    guard demand.options.crop?.gravity == .attention, let coder = draft.coder else {
      return ((geometry.upright.width - size.width) / 2, (geometry.upright.height - size.height) / 2)
    }
    var frame = DecodingRequest()
    frame.frame = .firstNotBlank
    let decoding = try draft.withBytes { (bytes) throws(PushImageError) in
      try coder.decode(bytes, frame, limits: demand.limits)
    }
    return decoding.bitmap.placeOfAttention(for: size)
  }
}
