package import PushImageFormats

/// From the stored pixels to the size that is wanted: turned upright, cut out, filled up, scaled down.
package struct Geometry: Sendable, Hashable {
  /// A padded picture is scaled down to so many pixels, for the bars could make it as large as they like: 25 megapixels.
  package static let maxPaddedPixelCount = 25_000_000

  /// As stored.
  package let stored: PixelSize
  /// As shown.
  package let upright: PixelSize
  /// The part that is cut out, before scaling; `upright` when nothing is.
  package let cropped: PixelSize
  /// With bars, before scaling; `cropped` when there are none.
  package let padded: PixelSize
  /// What comes out.
  package let final: PixelSize

  /// Plans for pixels of `stored` size that EXIF `orientation` turns.
  package init(stored: PixelSize, orientation: Int, options: PreparationOptions, bounds: SizeBounds) {
    self.stored = stored
    upright = (5...8).contains(orientation) ? stored.transposed : stored
    cropped = options.crop?.ratio.inscribed(in: upright) ?? upright
    padded = options.padding?.ratio.circumscribed(around: cropped) ?? cropped
    var bounds = bounds
    if padded != cropped { bounds.limit(pixelCount: Self.maxPaddedPixelCount) }
    final = bounds.fit(padded)
  }

  /// Whether something is cut out.
  package var crops: Bool { cropped != upright }
  /// Whether there are bars.
  package var pads: Bool { padded != cropped }
  /// Whether it becomes smaller.
  package var scales: Bool { final != padded }

  /// The whole picture upright at the scale of `final`: what is to be decoded before it is cut.
  package var scaledUpright: PixelSize {
    guard scales else { return upright }
    let size = scaled(upright)
    // Rounding must not leave the part larger than the whole.
    return PixelSize(
      width: min(max(size.width, scaledCrop.width), upright.width),
      height: min(max(size.height, scaledCrop.height), upright.height))
  }

  /// The part that is cut out, at the scale of `final`.
  package var scaledCrop: PixelSize {
    guard scales else { return cropped }
    guard pads else { return final }
    let size = scaled(cropped)
    return PixelSize(width: min(size.width, final.width), height: min(size.height, final.height))
  }

  /// The size to ask a decoder for, before orientation; nil for all pixels.
  package var decodingSize: PixelSize? {
    guard scales else { return nil }
    return stored == upright ? scaledUpright : scaledUpright.transposed
  }

  private func scaled(_ size: PixelSize) -> PixelSize {
    // The longer side tells the scale best.
    let factor =
      padded.width >= padded.height
      ? Double(final.width) / Double(padded.width) : Double(final.height) / Double(padded.height)
    return size.scaled(by: factor)
  }
}

/// How large a picture may be.
package struct SizeBounds: Sendable, Hashable {
  /// Pixels across, as shown; nil for any.
  package private(set) var width: Int?
  /// Pixels down, as shown; nil for any.
  package private(set) var height: Int?
  /// Pixels in all; nil for any.
  package private(set) var pixelCount: Int?

  /// No bounds.
  package init() {}

  /// Takes the smaller of two widths.
  package mutating func limit(width: Int) { self.width = min(self.width ?? .max, max(1, width)) }

  /// Takes the smaller of two heights.
  package mutating func limit(height: Int) { self.height = min(self.height ?? .max, max(1, height)) }

  /// Takes the smaller of two numbers of pixels.
  package mutating func limit(pixelCount: Int) { self.pixelCount = min(self.pixelCount ?? .max, max(1, pixelCount)) }

  /// The largest size of the shape of `size` within these bounds, never larger than it.
  package func fit(_ size: PixelSize) -> PixelSize {
    let sides = PixelSize(width: min(width ?? .max, 1 << 31), height: min(height ?? .max, 1 << 31))
    var fitted = size.fitted(within: sides)
    guard let pixelCount, fitted.pixelCount > pixelCount else { return fitted }
    var factor = (Double(pixelCount) / Double(fitted.pixelCount)).squareRoot()
    let before = fitted
    repeat {
      fitted = before.scaled(by: factor)
      factor *= 0.999
      // A strip one pixel wide cannot become narrower: its other side gives way alone.
    } while fitted.pixelCount > pixelCount && factor > 1e-6
    return fitted
  }
}
