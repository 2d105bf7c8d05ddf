internal import PushImageFormats

/// Rows of pixels of a BMP, in any order.
struct BMPRows {
  let layout: Bitmap.Layout
  /// Rows that the file does not hold whole.
  let missingRowCount: Int
  /// Whether any pixel so far had an alpha above 0.
  private(set) var hasSeenAlpha = false
  private let header: BMPHeader
  private let strideByteCount: Int
  /// Bytes of a row without its padding, which the last row may lack.
  private let usedByteCount: Int
  private let channels: [BMPChannel]
  /// One index a pixel, top row first; only of run lengths.
  private let indices: [UInt8]
  private let isPlainBGR: Bool

  /// - Parameter ignoresAlpha: leave the alpha channel out.
  init(_ header: BMPHeader, _ bytes: Span<UInt8>, ignoresAlpha: Bool) throws(PushImageError) {
    self.header = header
    let bitCount = header.size.width * header.bitCount
    strideByteCount = (bitCount + 31) / 32 * 4
    usedByteCount = (bitCount + 7) / 8
    let hasAlpha = header.coding == .direct && header.masks[3] != 0 && !ignoresAlpha
    channels = header.masks[..<(hasAlpha ? 4 : 3)].map { BMPChannel(mask: $0) }
    isPlainBGR = header.bitCount >= 24 && header.masks[..<3] == [0xFF_0000, 0xFF00, 0xFF] && !hasAlpha
    if header.coding == .direct {
      layout = hasAlpha ? .rgba : .rgb
    } else {
      layout = Self.isGray(header.palette) ? .gray : .rgb
    }
    switch header.coding {
    case .indexed, .direct:
      indices = []
      let available = max(bytes.count - header.pixelOffset, 0)
      let whole = available / strideByteCount + (available % strideByteCount >= usedByteCount ? 1 : 0)
      missingRowCount = max(header.size.height - whole, 0)
    case .runLengths4, .runLengths8:
      let runs = BMPRunLengths(header, bytes)
      (indices, missingRowCount) = (runs.indices, runs.missingRowCount)
    }
  }

  private static func isGray(_ palette: [UInt8]) -> Bool {
    var offset = 0
    while offset + 2 < palette.count {
      let red = palette[offset]
      guard palette[offset + 1] == red, palette[offset + 2] == red else { return false }
      offset += 3
    }
    return true
  }

  /// Fills `row` with row `y` from the top; zeros where the file has none.
  ///
  /// - Precondition: `row` has the bytes of one.
  mutating func read(_ y: Int, of bytes: Span<UInt8>, into row: inout [UInt8]) {
    guard indices.isEmpty else {
      return readIndices(indices.span.extracting(y * header.size.width..<(y + 1) * header.size.width), into: &row)
    }
    let position = header.isTopDown ? y : header.size.height - 1 - y
    let start = header.pixelOffset + position * strideByteCount
    guard start <= bytes.count - usedByteCount else {
      for index in row.indices { row[index] = 0 }
      return
    }
    let stored = bytes.extracting(start..<start + usedByteCount)
    if header.coding == .indexed {
      readPacked(stored, into: &row)
    } else if isPlainBGR {
      readBGR(stored, into: &row)
    } else {
      readMasked(stored, into: &row)
    }
  }

  private func readBGR(_ stored: Span<UInt8>, into row: inout [UInt8]) {
    let step = header.bitCount / 8
    var pixels = row.mutableSpan
    for x in 0..<header.size.width {
      pixels[3 * x] = stored[step * x + 2]
      pixels[3 * x + 1] = stored[step * x + 1]
      pixels[3 * x + 2] = stored[step * x]
    }
  }

  private mutating func readMasked(_ stored: Span<UInt8>, into row: inout [UInt8]) {
    let step = header.bitCount / 8
    let count = channels.count
    for x in 0..<header.size.width {
      var pixel: UInt32 = 0
      for index in 0..<step { pixel |= UInt32(stored[step * x + index]) << UInt32(8 * index) }
      for channel in 0..<count { row[count * x + channel] = channels[channel].value(of: pixel) }
      if count == 4, row[4 * x + 3] != 0 { hasSeenAlpha = true }
    }
  }

  /// Indices of 1, 2, 4 or 8 bits, the first in the highest bits.
  private func readPacked(_ stored: Span<UInt8>, into row: inout [UInt8]) {
    let bitCount = header.bitCount
    let mask = 1 << bitCount - 1
    for x in 0..<header.size.width {
      let bit = x * bitCount
      write(Int(stored[bit / 8]) >> (8 - bitCount - bit % 8) & mask, at: x, into: &row)
    }
  }

  private func readIndices(_ indices: Span<UInt8>, into row: inout [UInt8]) {
    for x in 0..<header.size.width { write(Int(indices[x]), at: x, into: &row) }
  }

  /// The colour of an index; black for one that the palette does not have.
  private func write(_ index: Int, at x: Int, into row: inout [UInt8]) {
    let isKnown = 3 * index + 2 < header.palette.count
    if layout == .gray {
      row[x] = isKnown ? header.palette[3 * index] : 0
    } else {
      for channel in 0..<3 { row[3 * x + channel] = isKnown ? header.palette[3 * index + channel] : 0 }
    }
  }
}
