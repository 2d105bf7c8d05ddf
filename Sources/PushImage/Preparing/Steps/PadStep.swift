internal import PushImageFormats

/// Puts bars beside decoded pixels.
struct PadStep: PreparationStep {
  static let name = "pad"

  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool { draft.pixels?.geometry.pads ?? false }

  func apply(to draft: inout Draft, _ goal: OutputGoal) {
    guard let pixels = draft.pixels, let color = goal.options.padding?.color else { return }
    draft.pixels?.bitmap = pixels.bitmap.padded(
      to: pixels.geometry.final, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    draft.note(Self.name)
  }
}
