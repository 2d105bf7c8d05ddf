internal import PushImageFormats

/// Converts decoded pixels to sRGB.
struct ColorStep: PreparationStep {
  static let name = "srgb"

  /// Ink, and every profile that is not sRGB already: encoders write none.
  func isDue(_ draft: Draft, _ demand: Demand) -> Bool {
    draft.pixels.map { $0.bitmap.layout == .cmyk || $0.bitmap.iccProfile != nil } ?? false
  }

  func apply(to draft: inout Draft, _ demand: Demand) throws(PushImageError) {
    guard let bitmap = draft.pixels?.bitmap else { return }
    let converted = try ColorConverter.convertToSRGB(bitmap)
    draft.pixels?.bitmap = converted
    if converted.bytes != bitmap.bytes || converted.layout != bitmap.layout { draft.note(Self.name) }
  }
}
