/// Orders of a palette; which one deflates best only trying tells.
enum PNGPaletteOrder: Sendable, CaseIterable {
  /// As the colours came.
  case byAppearance
  /// Dark to bright.
  case byBrightness
  /// The most frequent first.
  case byFrequency

  /// Colours that are not opaque stand first in each order, so that their opacities take the fewest bytes.
  func sorted(_ colors: [(color: PixelColor, count: Int)]) -> [PixelColor] {
    let numbered = colors.enumerated().map { (number: $0, color: $1.color, count: $1.count) }
    return numbered.sorted { left, right in
      let leftIsOpaque = left.color.alpha == 255
      guard leftIsOpaque == (right.color.alpha == 255) else { return !leftIsOpaque }
      switch self {
      case .byAppearance: return left.number < right.number
      case .byBrightness:
        let (a, b) = (Self.brightness(left.color), Self.brightness(right.color))
        return (a, left.number) < (b, right.number)
      case .byFrequency: return (right.count, left.number) < (left.count, right.number)
      }
    }.map(\.color)
  }

  private static func brightness(_ color: PixelColor) -> Int {
    299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)
  }
}
