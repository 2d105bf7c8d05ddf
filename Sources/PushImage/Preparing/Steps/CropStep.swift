internal import PushImageFormats

/// Cuts the wanted shape out of decoded pixels.
struct CropStep: PreparationStep {
  static let name = "crop"

  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool {
    draft.pixels.map { $0.geometry.crops && $0.geometry.scaledCrop != $0.bitmap.size } ?? false
  }

  func apply(to draft: inout Draft, _ goal: OutputGoal) {
    guard let pixels = draft.pixels, let crop = goal.options.crop else { return }
    let size = pixels.geometry.scaledCrop
    let (x, y) =
      switch crop.gravity {
      case .centre: ((pixels.bitmap.size.width - size.width) / 2, (pixels.bitmap.size.height - size.height) / 2)
      case .attention: pixels.bitmap.placeOfAttention(for: size)
      }
    draft.pixels?.bitmap = pixels.bitmap.cropped(to: size, x: x, y: y)
    draft.note(Self.name)
  }
}
