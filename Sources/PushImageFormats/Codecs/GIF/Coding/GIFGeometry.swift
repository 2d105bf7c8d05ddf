/// Where the pixels of an animation's screen come to stand.
struct GIFGeometry: Hashable {
  /// The part of the old screen that is used.
  let crop: PixelRectangle
  /// What it is scaled to.
  let scaled: PixelSize
  /// The new screen.
  let screen: PixelSize
  /// What fills the new screen around the pictures; 0 for transparency.
  let filling: UInt32

  /// - Parameter factor: by which all is made smaller besides, for a budget; at most 1.
  init(_ old: PixelSize, _ request: AnimationRequest, factor: Double = 1) {
    let cut = request.crop.map { $0.intersection(PixelRectangle(old)) } ?? PixelRectangle(old)
    crop = cut.isEmpty ? PixelRectangle(old) : cut
    let wanted = (request.size ?? crop.size).scaled(by: factor)
    let size = PixelSize(width: min(wanted.width, crop.width), height: min(wanted.height, crop.height))
    let padded = request.padding.map { $0.size.scaled(by: factor) } ?? size
    scaled = size
    // More than 65,535 pixels a side are not to be had.
    screen = PixelSize(
      width: max(size.width, min(padded.width, 65_535)), height: max(size.height, min(padded.height, 65_535)))
    filling = request.padding?.color.map { $0.rawValue | 0xFF00_0000 } ?? 0
  }

  /// Whether every pixel stays where it is.
  func isIdentity(of old: PixelSize) -> Bool { screen == old && crop == PixelRectangle(old) && scaled == old }

  /// Where the pictures stand on the new screen.
  var place: PixelRectangle {
    PixelRectangle(
      x: (screen.width - scaled.width) / 2, y: (screen.height - scaled.height) / 2, width: scaled.width,
      height: scaled.height)
  }

  /// What may change within `scaled` when `changed` does on the old screen: Lanczos reaches three pixels far.
  func scaledPlace(of changed: PixelRectangle) -> PixelRectangle {
    let part = changed.intersection(crop)
    guard !part.isEmpty else { return .empty }
    func side(_ start: Int, _ count: Int, _ old: Int, _ new: Int) -> (Int, Int) {
      guard new < old else { return (start, count) }
      let first = max(0, start * new / old - 4)
      return (first, min(new, (start + count) * new / old + 5) - first)
    }
    let (x, width) = side(part.x - crop.x, part.width, crop.width, scaled.width)
    let (y, height) = side(part.y - crop.y, part.height, crop.height, scaled.height)
    return PixelRectangle(x: x, y: y, width: width, height: height)
  }
}
