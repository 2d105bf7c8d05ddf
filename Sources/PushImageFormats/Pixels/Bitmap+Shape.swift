extension Bitmap {
  /// The part of `size` whose top left pixel is at `x` and `y`.
  ///
  /// - Precondition: the part lies within the picture.
  package func cropped(to size: PixelSize, x: Int, y: Int) -> Bitmap {
    precondition(
      x >= 0 && y >= 0 && size.width > 0 && size.height > 0 && x + size.width <= self.size.width
        && y + size.height <= self.size.height, "a part outside the picture")
    guard size != self.size else { return self }
    let count = layout.channelCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * count)
    for row in y..<y + size.height {
      let start = row * rowByteCount + x * count
      bytes.append(contentsOf: self.bytes[start..<start + size.width * count])
    }
    return Bitmap(size: size, layout: layout, bytes: bytes, iccProfile: iccProfile)
  }

  /// The picture in the middle of a larger one of a colour of sRGB; gray becomes RGB unless the colour is gray, and
  /// gets opacity where the colour is not opaque.
  ///
  /// - Precondition: `size` is at least this one's in both directions; the layout is not CMYK.
  package func padded(to size: PixelSize, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> Bitmap {
    precondition(size.width >= self.size.width && size.height >= self.size.height, "bars cannot make it smaller")
    precondition(layout != .cmyk, "ink has no bars")
    let isGray = (layout == .gray || layout == .grayAlpha) && red == green && green == blue
    let hasAlpha = layout.hasAlpha || alpha != 255
    let wanted: Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    let inner = converted(to: wanted)
    let color = Array((isGray ? [red] : [red, green, blue]) + [alpha]).prefix(wanted.channelCount)
    let left = (size.width - self.size.width) / 2
    let top = (size.height - self.size.height) / 2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.pixelCount * wanted.channelCount)
    func bar(_ pixelCount: Int) { for _ in 0..<pixelCount { bytes.append(contentsOf: color) } }
    bar(top * size.width)
    for row in 0..<self.size.height {
      bar(left)
      bytes.append(contentsOf: inner.bytes[row * inner.rowByteCount..<(row + 1) * inner.rowByteCount])
      bar(size.width - self.size.width - left)
    }
    bar((size.height - self.size.height - top) * size.width)
    return Bitmap(size: size, layout: wanted, bytes: bytes, iccProfile: iccProfile)
  }

  /// The same colours in a layout that can hold them: gray as RGB, opaque with opacity.
  ///
  /// - Precondition: neither layout is CMYK, and no channel is lost.
  package func converted(to layout: Layout) -> Bitmap {
    guard layout != self.layout else { return self }
    let isGray = self.layout == .gray || self.layout == .grayAlpha
    precondition(self.layout != .cmyk && layout != .cmyk && (layout.hasAlpha || !self.layout.hasAlpha), "lost channel")
    precondition(isGray || layout == .rgb || layout == .rgba, "lost colours")
    let (from, to) = (self.layout.channelCount, layout.channelCount)
    let staysGray = layout == .grayAlpha
    let source = self.bytes.span
    var bytes = [UInt8](repeating: 255, count: size.pixelCount * to)
    var target = bytes.mutableSpan
    for pixel in 0..<size.pixelCount {
      let (input, output) = (pixel * from, pixel * to)
      target[output] = source[input]
      if !staysGray {
        target[output + 1] = source[isGray ? input : input + 1]
        target[output + 2] = source[isGray ? input : input + 2]
      }
      if self.layout.hasAlpha { target[output + to - 1] = source[input + from - 1] }
    }
    return Bitmap(size: size, layout: layout, bytes: bytes, iccProfile: iccProfile)
  }

  /// Without opacity when every pixel is opaque; itself otherwise.
  package var withoutOpaqueAlpha: Bitmap {
    guard layout.hasAlpha else { return self }
    let (from, to) = (layout.channelCount, layout.channelCount - 1)
    let source = self.bytes.span
    for index in stride(from: to, to: source.count, by: from) where source[index] != 255 { return self }
    var bytes = [UInt8](repeating: 0, count: size.pixelCount * to)
    var target = bytes.mutableSpan
    for pixel in 0..<size.pixelCount {
      for channel in 0..<to { target[pixel * to + channel] = source[pixel * from + channel] }
    }
    return Bitmap(size: size, layout: to == 1 ? .gray : .rgb, bytes: bytes, iccProfile: iccProfile)
  }
}
