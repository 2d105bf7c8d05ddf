/// A coder that can also change animations of its format, with all their frames.
package protocol AnimationCoder: PictureCoder {
  /// The animation cut, scaled, padded and made to fit, in this order; frames keep their time.
  ///
  /// Without a budget, colours stay those of the file as far as a palette holds them. With one, see `ByteBudget`: the
  /// best file found that fits, or the smallest when none does, with `isWithinBudget` false.
  ///
  /// - Throws: `.undecodable` for a file that `verify` would not call whole.
  func fitted(
    _ bytes: Span<UInt8>, _ request: AnimationRequest, limits: Limits
  ) throws(PushImageError) -> BudgetedEncoding
}

/// What is to become of an animation.
package struct AnimationRequest: Sendable, Hashable {
  /// Space around the pictures.
  package struct Padding: Sendable, Hashable {
    /// The screen with the space; the pictures stand in its middle.
    package var size: PixelSize
    /// What fills it; nil for nothing, which is transparent.
    package var color: PixelColor?

    /// Space up to `size`.
    package init(size: PixelSize, color: PixelColor?) {
      self.size = size
      self.color = color
    }
  }

  /// The part of the screen that stays; nil, the default, for all of it. What lies outside of the screen is cut off.
  package var crop: PixelRectangle?
  /// What that part is scaled to, never up; nil, the default, for its own size.
  package var size: PixelSize?
  /// Default: none.
  package var padding: Padding?
  /// Default: as many bytes as it takes.
  package var budget: ByteBudget?

  /// Everything as it is.
  package init(size: PixelSize? = nil, budget: ByteBudget? = nil) {
    self.size = size
    self.budget = budget
  }
}
