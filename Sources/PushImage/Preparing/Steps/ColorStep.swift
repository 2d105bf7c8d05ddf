internal import PushImageFormats

/// Converts decoded pixels to sRGB.
struct ColorStep: PreparationStep {
  static let name = "srgb"

  /// Ink, and every profile that is not sRGB already: encoders write none.
  func isDue(_ draft: Draft, _ goal: OutputGoal) -> Bool {
    draft.pixels.map { $0.bitmap.layout == .cmyk || $0.bitmap.iccProfile != nil } ?? false
  }

  /// A profile that says nothing new about the pixels, or nothing that can be used, goes without new pixels, unless
  /// they are needed for something else.
  func apply(to draft: inout Draft, _ goal: OutputGoal) throws(PushImageError) {
    guard let bitmap = draft.pixels?.bitmap else { return }
    let converted = try ColorConverter.convertToSRGB(bitmap)
    draft.pixels?.bitmap = converted
    guard converted.bytes == bitmap.bytes, converted.layout == bitmap.layout else { return draft.note(Self.name) }
    guard draft.open.isSubset(of: [.convertColor, .strip, .dropProfile]) else { return }
    let retention = Retention(keepsColorProfile: false, keepsOrientation: false)
    let stripped = try draft.withBytes { (bytes) throws(PushImageError) in
      try draft.coder?.stripped(bytes, retention: retention, limits: goal.limits)
    }
    if let stripped { try draft.replace(stripped, by: StripStep.name, changesPixels: false, for: goal) }
  }
}
