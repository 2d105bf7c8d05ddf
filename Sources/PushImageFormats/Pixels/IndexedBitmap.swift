/// A picture of palette indices, one byte each, rows from top to bottom without padding.
package struct IndexedBitmap: Sendable, Hashable {
  /// Width and height.
  package let size: PixelSize
  /// 1 to 256 colours.
  package var palette: [PixelColor]
  /// `size.pixelCount` bytes; each names a colour of the palette.
  package var indices: [UInt8]

  /// Indices from elsewhere; that each has a colour is not checked.
  ///
  /// - Precondition: the sides are at least 1, the palette has 1 to 256 colours, and there is an index for each pixel.
  package init(size: PixelSize, palette: [PixelColor], indices: [UInt8]) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    precondition((1...256).contains(palette.count), "a palette has 1 to 256 colours")
    precondition(indices.count == size.pixelCount, "there is one index for each pixel")
    self.size = size
    self.palette = palette
    self.indices = indices
  }
}

extension IndexedBitmap {
  /// Each pixel by the nearest colour of a palette.
  ///
  /// - Parameter dithering: how much of each pixel's error its neighbours take over, 0 (none, the default) to 1, by Floyd
  ///   and Steinberg, rows in alternating directions.
  /// - Precondition: the palette has 1 to 256 colours, and the layout is not CMYK.
  package init(_ bitmap: Bitmap, palette: [PixelColor], dithering: Float = 0) {
    var mapper = ColorMapper(palette)
    let indices = dithering > 0 ? mapper.dither(bitmap, strength: dithering) : mapper.map(bitmap)
    self.init(size: bitmap.size, palette: palette, indices: indices)
  }

  /// The colours of the pixels: RGB when the palette is opaque.
  package var bitmap: Bitmap {
    let isOpaque = palette.allSatisfy { $0.alpha == 255 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * (isOpaque ? 3 : 4))
    for index in indices {
      let color = Int(index) < palette.count ? palette[Int(index)] : PixelColor(red: 0, green: 0, blue: 0)
      bytes.append(color.red)
      bytes.append(color.green)
      bytes.append(color.blue)
      if !isOpaque { bytes.append(color.alpha) }
    }
    return Bitmap(size: size, layout: isOpaque ? .rgb : .rgba, bytes: bytes)
  }
}
