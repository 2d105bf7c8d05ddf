internal import PushImageFormats

/// Turns decoded pixels upright.
struct OrientStep: PreparationStep {
  static let name = "orient"

  /// The first of the steps on pixels: it decodes them, whether they are to be turned or not.
  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool { draft.needsPixels(goal) }

  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    try draft.decode(goal)
    guard let pixels = draft.pixels, pixels.orientation != 1 else { return }
    draft.pixels?.bitmap = pixels.bitmap.oriented(by: pixels.orientation)
    draft.pixels?.orientation = 1
    draft.note(Self.name)
  }
}
