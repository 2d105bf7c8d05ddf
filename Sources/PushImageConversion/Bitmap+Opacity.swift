internal import PushImageFormats

extension Bitmap {
  /// The same picture without its alpha channel when that is full everywhere; else as it is.
  var withoutFullOpacity: Bitmap {
    guard layout.hasAlpha else { return self }
    let count = layout.channelCount
    let source = bytes.span
    var offset = count - 1
    while offset < source.count {
      guard source[offset] == 255 else { return self }
      offset += count
    }
    let colors = count - 1
    let pixelCount = size.pixelCount
    let result = [UInt8](capacity: pixelCount * colors) { output in
      for pixel in 0..<pixelCount {
        for channel in 0..<colors { output.append(source[pixel * count + channel]) }
      }
    }
    return Bitmap(size: size, layout: colors == 1 ? .gray : .rgb, bytes: result, iccProfile: iccProfile)
  }
}

extension Bitmap.Layout {
  /// Whether a profile is made for these channels, by the data colour space of its header; checks nothing else of it.
  func suits(iccProfile: [UInt8]) -> Bool {
    let space: StaticString =
      switch self {
      case .gray, .grayAlpha: "GRAY"
      case .rgb, .rgba: "RGB "
      case .cmyk: "CMYK"
      }
    return iccProfile.span.matches("acsp", at: 36) && iccProfile.span.matches(space, at: 16)
  }
}
