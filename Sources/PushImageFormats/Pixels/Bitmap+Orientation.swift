extension Bitmap {
  /// The pixels turned and mirrored as EXIF's `orientation` says; itself for 1 and for what is no orientation.
  package func oriented(by orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let size = orientation >= 5 ? self.size.transposed : self.size
    let path = TurningPath(orientation, width: self.size.width, height: self.size.height)
    var bytes = [UInt8](repeating: 0, count: self.bytes.count)
    switch layout.channelCount {
    case 1: Self.copy(self.bytes.span, to: &bytes, size, path, channelCount: 1)
    case 2: Self.copy(self.bytes.span, to: &bytes, size, path, channelCount: 2)
    case 3: Self.copy(self.bytes.span, to: &bytes, size, path, channelCount: 3)
    default: Self.copy(self.bytes.span, to: &bytes, size, path, channelCount: 4)
    }
    return Bitmap(size: size, layout: layout, bytes: bytes, iccProfile: iccProfile)
  }

  /// Called with constants, so that the inner loop is unrolled for each number of channels.
  @inline(__always)
  private static func copy(
    _ source: Span<UInt8>, to target: inout [UInt8], _ size: PixelSize, _ path: TurningPath, channelCount: Int
  ) {
    var target = target.mutableSpan
    var out = 0
    for y in 0..<size.height {
      var pixel = path.start + y * path.down
      for _ in 0..<size.width {
        for channel in 0..<channelCount { target[out + channel] = source[pixel * channelCount + channel] }
        out += channelCount
        pixel += path.across
      }
    }
  }

  /// Where the pixels of the turned picture are in the stored one, as pixel numbers.
  private struct TurningPath {
    /// Of the top left pixel.
    let start: Int
    /// From one pixel to the one on its right.
    let across: Int
    /// From one row to the next.
    let down: Int

    init(_ orientation: Int, width: Int, height: Int) {
      let (lastColumn, lastRow) = (width - 1, (height - 1) * width)
      (start, across, down) =
        switch orientation {
        case 2: (lastColumn, -1, width)
        case 3: (lastRow + lastColumn, -1, -width)
        case 4: (lastRow, 1, -width)
        case 5: (0, width, 1)
        case 6: (lastRow, -width, 1)
        case 7: (lastRow + lastColumn, -width, -1)
        default: (lastColumn, width, -1)
        }
    }
  }
}
