/// One of the seven passes of an interlaced picture (PNG 8.2, Adam7), or a whole picture.
struct PNGPass: Sendable {
  let rowCount: Int
  /// Bytes of a row without its filter byte.
  let rowByteCount: Int

  /// First column and row of each pass, and the distance to the next.
  private static let adam7: InlineArray<7, (x: Int, y: Int, dx: Int, dy: Int)> = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// The passes that have pixels.
  static func all(of stream: PNGPictureStream) -> [PNGPass] {
    guard stream.isInterlaced else { return [PNGPass(stream, width: stream.width, height: stream.height)] }
    return adam7.indices.compactMap { index in
      let pass = adam7[index]
      let width = extent(stream.width, from: pass.x, by: pass.dx)
      let height = extent(stream.height, from: pass.y, by: pass.dy)
      return width > 0 && height > 0 ? PNGPass(stream, width: width, height: height) : nil
    }
  }

  private static func extent(_ side: Int, from first: Int, by step: Int) -> Int {
    side > first ? (side - first + step - 1) / step : 0
  }

  /// Sides have 31 bits and a pixel 64 at most, so the product fits.
  private init(_ stream: PNGPictureStream, width: Int, height: Int) {
    rowCount = height
    rowByteCount = (width * stream.bitsPerPixel + 7) / 8
  }
}
