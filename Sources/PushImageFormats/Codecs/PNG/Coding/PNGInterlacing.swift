/// The seven passes of an interlaced picture (PNG 8.2, Adam7), put together to rows.
enum PNGInterlacing {
  private struct Pass {
    let x: Int
    let y: Int
    let dx: Int
    let dy: Int
  }

  private static let passes = [
    Pass(x: 0, y: 0, dx: 8, dy: 8), Pass(x: 4, y: 0, dx: 8, dy: 8), Pass(x: 0, y: 4, dx: 4, dy: 8),
    Pass(x: 2, y: 0, dx: 4, dy: 4), Pass(x: 0, y: 2, dx: 2, dy: 4), Pass(x: 1, y: 0, dx: 2, dy: 2),
    Pass(x: 0, y: 1, dx: 1, dy: 2),
  ]

  /// Fills `rows`, in which pixels that are not there take over those of earlier passes; how many rows from the top are
  /// whole.
  static func read(
    _ reader: inout PNGRowReader, _ bytes: Span<UInt8>, _ header: PNGHeader, _ rows: inout [UInt8]
  ) -> Int {
    for (number, pass) in passes.enumerated() {
      let width = extent(header.width, pass.x, pass.dx)
      let height = extent(header.height, pass.y, pass.dy)
      guard width > 0, height > 0 else { continue }
      let byteCount = (width * header.bitsPerPixel + 7) / 8
      reader.beginPass()
      for line in 0..<height {
        let y = pass.y + line * pass.dy
        guard reader.next(bytes, byteCount: byteCount) else {
          fill(&rows, header, after: number, from: y)
          return wholeRowCount(number, y, header)
        }
        var target = rows.mutableSpan
        reader.withRow(byteCount) { row in
          put(row, &target, header, y * header.rowByteCount, first: pass.x, step: pass.dx, count: width)
        }
      }
    }
    return header.height
  }

  private static func extent(_ side: Int, _ first: Int, _ step: Int) -> Int {
    side > first ? (side - first + step - 1) / step : 0
  }

  /// Rows that need nothing of what is missing: the last pass holds every second row, the sixth the others.
  private static func wholeRowCount(_ pass: Int, _ y: Int, _ header: PNGHeader) -> Int {
    switch pass {
    case 6: y
    // Without the last pass only the first row can be whole.
    case 5: min(y, 1)
    default: 0
    }
  }

  private static func put(
    _ row: Span<UInt8>, _ target: inout MutableSpan<UInt8>, _ header: PNGHeader, _ offset: Int, first: Int, step: Int,
    count: Int
  ) {
    let bits = header.bitsPerPixel
    guard bits < 8 else {
      let size = bits / 8
      var to = offset + first * size
      for index in 0..<count {
        for byte in 0..<size { target[to + byte] = row[index * size + byte] }
        to += step * size
      }
      return
    }
    let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
    for index in 0..<count {
      let sample = row[(index * bits) >> 3] >> UInt8(8 - bits - (index * bits) & 7) & mask
      setSample(sample, at: first + index * step, bits, mask, offset, &target)
    }
  }

  private static func setSample(
    _ sample: UInt8, at x: Int, _ bits: Int, _ mask: UInt8, _ offset: Int, _ target: inout MutableSpan<UInt8>
  ) {
    let place = offset + (x * bits) >> 3
    let shift = UInt8(8 - bits - (x * bits) & 7)
    target[place] = target[place] & ~(mask << shift) | sample << shift
  }

  // MARK: what is missing

  /// Gives pixels of passes that did not come the nearest pixel to the left and above that did.
  private static func fill(_ rows: inout [UInt8], _ header: PNGHeader, after pass: Int, from missing: Int) {
    let bits = header.bitsPerPixel
    let rowByteCount = header.rowByteCount
    let old = rows
    var target = rows.mutableSpan
    for y in 0..<header.height {
      for x in 0..<header.width {
        guard let source = origin(x, y, pass, missing), source != (x, y) else { continue }
        let from = source.y * rowByteCount
        let to = y * rowByteCount
        guard bits < 8 else {
          for byte in 0..<bits / 8 { target[to + x * bits / 8 + byte] = old[from + source.x * bits / 8 + byte] }
          continue
        }
        let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
        let sample = old[from + (source.x * bits) >> 3] >> UInt8(8 - bits - (source.x * bits) & 7) & mask
        setSample(sample, at: x, bits, mask, to, &target)
      }
    }
  }

  /// The pixel that stands for another: itself when it came; nil when there is none.
  private static func origin(_ x: Int, _ y: Int, _ pass: Int, _ missing: Int) -> (x: Int, y: Int)? {
    var x = x
    var y = y
    while true {
      let own = passNumber(x, y)
      if own < pass || own == pass && y < missing { return (x, y) }
      // The grid of the passes before this one.
      let (across, down) = grids[own]
      guard (x, y) != (x / across * across, y / down * down) else { return nil }
      (x, y) = (x / across * across, y / down * down)
    }
  }

  private static let grids = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]

  private static func passNumber(_ x: Int, _ y: Int) -> Int {
    if y & 1 == 1 { return 6 }
    if x & 1 == 1 { return 5 }
    if y & 3 == 2 { return 4 }
    if x & 3 == 2 { return 3 }
    if y & 7 == 4 { return 2 }
    return x & 7 == 4 ? 1 : 0
  }
}
