/// The pixels of a PNG as they are stored: packed samples of its own depth, and what gives them their colours.
struct PNGRaster: Sendable, Hashable {
  /// Width, height, depth and colour type; never interlaced.
  var header: PNGHeader
  /// The colours of an indexed picture; empty otherwise.
  var palette: [PixelColor] = []
  /// The transparent colour, if there is one instead of an alpha channel.
  var key: PNGColorKey?
  /// `header.height` rows of `header.rowByteCount` bytes; unused bits at the end of a row are 0.
  var rows: [UInt8]

  /// Reads every row.
  ///
  /// - Parameter isLenient: whether rows behind damage are left as zeros, or an error.
  /// - Returns: also how many rows at the end are not whole, and whether the picture data end with the last row.
  static func read(
    _ bytes: Span<UInt8>, _ source: PNGSource, isLenient: Bool
  ) throws(PushImageError) -> (raster: PNGRaster, lostRowCount: Int, endsClean: Bool) {
    let header = source.header
    let rowByteCount = header.rowByteCount
    var reader = PNGRowReader(source)
    var rows = [UInt8](repeating: 0, count: rowByteCount * header.height)
    let wholeCount: Int
    if header.isInterlaced {
      wholeCount = PNGInterlacing.read(&reader, bytes, header, &rows)
    } else {
      wholeCount = readRows(&reader, bytes, header, &rows)
    }
    guard wholeCount == header.height || isLenient else { throw damage(reader.end, wholeCount, header) }
    var raster = PNGRaster(header: header.deinterlaced, palette: source.palette, key: source.key, rows: rows)
    raster.clearUnusedBits()
    return (raster, header.height - wholeCount, reader.endsHere(bytes))
  }

  private static func readRows(
    _ reader: inout PNGRowReader, _ bytes: Span<UInt8>, _ header: PNGHeader, _ rows: inout [UInt8]
  ) -> Int {
    let rowByteCount = header.rowByteCount
    for y in 0..<header.height {
      guard reader.next(bytes, byteCount: rowByteCount) else { return y }
      var target = rows.mutableSpan
      reader.withRow(rowByteCount) { row in
        for index in 0..<rowByteCount { target[y * rowByteCount + index] = row[index] }
      }
    }
    return header.height
  }

  static func damage(_ end: PNGRowReader.End?, _ rowCount: Int, _ header: PNGHeader) -> PushImageError {
    let why =
      switch end {
      case .illegalFilter: "a filter is illegal"
      case .fault: "the picture data cannot be unpacked"
      case .cut, nil: "the picture data end"
      }
    return PushImageError(
      .undecodable, "\(why) after \(rowCount.grouped) of \(counted(header.height, "row")) of the PNG")
  }

  /// Nobody sees these bits, but they would make rows differ.
  private mutating func clearUnusedBits() {
    let usedBits = header.width * header.bitsPerPixel % 8
    guard usedBits > 0 else { return }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> usedBits)
    let rowByteCount = header.rowByteCount
    for end in stride(from: rowByteCount - 1, to: rows.count, by: rowByteCount) { rows[end] &= mask }
  }
}

extension PNGHeader {
  /// A header of our own making, which must be one that PNG allows.
  init(width: Int, height: Int, bitDepth: Int, colorType: Int) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    isInterlaced = false
  }

  /// The same picture with its rows from top to bottom.
  var deinterlaced: PNGHeader { PNGHeader(width: width, height: height, bitDepth: bitDepth, colorType: colorType) }
}
