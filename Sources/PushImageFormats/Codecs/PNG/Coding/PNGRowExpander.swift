/// Makes 8-bit channels of stored rows: palettes looked up, gray scaled up, transparency as a channel, 16 bits rounded.
struct PNGRowExpander: Sendable {
  /// Channels of the rows that come out.
  let layout: Bitmap.Layout
  /// Rows are 8-bit channels already: there is nothing to do.
  let isIdentity: Bool
  private let header: PNGHeader
  private let key: PNGColorKey?
  /// For every value of one sample of up to 8 bits: the channels that it gives.
  private let colors: [PixelColor]

  init(_ header: PNGHeader, palette: [PixelColor], key: PNGColorKey?) {
    self.header = header
    self.key = key
    let hasAlpha = header.hasAlphaChannel || key != nil || palette.contains { $0.alpha < 255 }
    layout = header.isGray ? hasAlpha ? .grayAlpha : .gray : hasAlpha ? .rgba : .rgb
    isIdentity = header.bitDepth == 8 && !header.isIndexed && key == nil
    if header.isIndexed {
      // Indices past the palette are black, as in libpng.
      let missing = 256 - palette.count
      colors = palette + Array(repeating: PixelColor(red: 0, green: 0, blue: 0), count: missing)
    } else if header.channelCount == 1, header.bitDepth <= 8 {
      colors = Self.grays(header.bitDepth, key)
    } else {
      colors = []
    }
  }

  /// 1, 2 and 4 bits go up so that the largest value becomes 255.
  private static func grays(_ bitDepth: Int, _ key: PNGColorKey?) -> [PixelColor] {
    let largest = (1 << bitDepth) - 1
    return (0..<256).map { value in
      let gray = UInt8(truncatingIfNeeded: value * (255 / largest))
      return PixelColor(red: gray, green: gray, blue: gray, alpha: key.map { Int($0.red) == value } == true ? 0 : 255)
    }
  }

  /// One row to `output`, from `offset` on.
  func expand(_ row: Span<UInt8>, to output: inout MutableSpan<UInt8>, at offset: Int) {
    switch (header.channelCount, header.bitDepth) {
    case (1, ...8): lookUp(row, &output, offset)
    case (_, 16): narrow(row, &output, offset)
    default: addOpacity(row, &output, offset)
    }
  }

  /// Samples of up to 8 bits by the table.
  private func lookUp(_ row: Span<UInt8>, _ output: inout MutableSpan<UInt8>, _ offset: Int) {
    let colors = colors.span
    let bits = header.bitDepth
    let mask = (1 << bits) - 1
    let channelCount = layout.channelCount
    var to = offset
    for x in 0..<header.width {
      let bit = x &* bits
      let sample = Int(row[bit &>> 3]) &>> (8 &- bits &- bit & 7) & mask
      let color = colors[sample]
      output[to] = color.red
      switch channelCount {
      case 2: output[to &+ 1] = color.alpha
      case 3...:
        output[to &+ 1] = color.green
        output[to &+ 2] = color.blue
        if channelCount == 4 { output[to &+ 3] = color.alpha }
      default: break
      }
      to &+= channelCount
    }
  }

  /// 16 bits to the nearest 8: the value by 257, rounded.
  private func narrow(_ row: Span<UInt8>, _ output: inout MutableSpan<UInt8>, _ offset: Int) {
    let channelCount = header.channelCount
    var from = 0
    var to = offset
    for _ in 0..<header.width {
      var isKey = key != nil
      for channel in 0..<channelCount {
        let sample = UInt32(row[from]) &<< 8 | UInt32(row[from &+ 1])
        if isKey, UInt32(keySample(channel)) != sample { isKey = false }
        output[to] = UInt8(truncatingIfNeeded: (sample &* 255 &+ 32_895) &>> 16)
        from &+= 2
        to &+= 1
      }
      if key != nil {
        output[to] = isKey ? 0 : 255
        to &+= 1
      }
    }
  }

  private func keySample(_ channel: Int) -> UInt16 {
    guard let key else { return 0 }
    return channel == 0 ? key.red : channel == 1 ? key.green : key.blue
  }

  /// 8-bit RGB with one transparent colour; anything else passes through.
  private func addOpacity(_ row: Span<UInt8>, _ output: inout MutableSpan<UInt8>, _ offset: Int) {
    guard let key, header.channelCount == 3 else {
      for index in 0..<row.count { output[offset &+ index] = row[index] }
      return
    }
    let (red, green, blue) = (UInt8(key.red), UInt8(key.green), UInt8(key.blue))
    var to = offset
    for from in stride(from: 0, to: row.count, by: 3) {
      output[to] = row[from]
      output[to &+ 1] = row[from &+ 1]
      output[to &+ 2] = row[from &+ 2]
      let isKey = row[from] == red && row[from &+ 1] == green && row[from &+ 2] == blue
      output[to &+ 3] = isKey ? 0 : 255
      to &+= 4
    }
  }
}
