internal import PushImageFormats

/// Puts bars beside decoded pixels.
struct PadStep: PreparationStep {
  static let name = "pad"

  func isDue(_ draft: Draft, _ demand: Demand) -> Bool { draft.pixels?.geometry.pads ?? false }

  func apply(to draft: inout Draft, _ demand: Demand) {
    guard let pixels = draft.pixels, let color = demand.options.padding?.color else { return }
    draft.pixels?.bitmap = pixels.bitmap.padded(
      to: pixels.geometry.final, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    draft.note(Self.name)
  }
}
