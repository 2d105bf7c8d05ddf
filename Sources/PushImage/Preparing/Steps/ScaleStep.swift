internal import PushImageFormats

/// Scales decoded pixels down. Most decoders did so on their way already; this does what is left and says it.
struct ScaleStep: PreparationStep {
  static let name = "scale"

  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool { draft.pixels?.geometry.scales ?? false }

  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    guard let pixels = draft.pixels else { return }
    draft.pixels?.bitmap = try pixels.bitmap.scaled(to: pixels.geometry.final)
    draft.note(Self.name)
  }
}
