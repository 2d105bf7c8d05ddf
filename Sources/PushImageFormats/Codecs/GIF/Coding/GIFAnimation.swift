/// The frames of a GIF as the file has them, with what is needed to play them; their pixels stay in the file.
struct GIFAnimation: Sendable {
  /// The logical screen.
  let screen: PixelSize
  /// How often it plays, 0 for ever; nil when the file does not say, which is once.
  let loopCount: Int?
  let frames: [GIFFrame]
  /// The bytes of the global palette.
  let globalPaletteRange: Range<Int>?
  /// Whether the last frame's data is cut off.
  let isCut: Bool

  /// The animation in a file that is whole, or damaged as a reader reads past.
  ///
  /// - Parameter isLenient: also takes the frames before damage, and one that is cut.
  /// - Throws: `.undecodable` where the file has no frame, is over a limit, or is damaged.
  init(_ bytes: Span<UInt8>, limits: Limits, isLenient: Bool = false) throws(PushImageError) {
    let structure = GIFStructure(bytes, limits: limits)
    screen = PixelSize(width: structure.screenWidth, height: structure.screenHeight)
    loopCount = structure.loopCount
    globalPaletteRange = structure.globalPaletteRange
    for finding in structure.faults.findings {
      let isLimit = finding.kind.integrity == .undetermined
      let isDamage = finding.kind.integrity == .damaged && finding.severity == .error
      if isLimit || (isDamage && !isLenient) { throw PushImageError(.undecodable, finding.message) }
    }
    if let limit = limits.maxDecodedPixelCount, structure.framePixelSum > limit {
      let sum = structure.framePixelSum.grouped
      throw PushImageError(
        .undecodable, "all frames together have \(sum) pixels; the limit maxDecodedPixelCount is \(limit.grouped)")
    }
    var frames = structure.frames
    var isCut = false
    if isLenient {
      frames = Array(frames.prefix { $0.pixelCount > 0 && GIFFrame.isLegal(codeSize: $0.codeSize) })
      let cut = structure.cutFrame.flatMap { frames.count == structure.frames.count ? $0 : nil }
      if let cut, cut.pixelCount > 0, GIFFrame.isLegal(codeSize: cut.codeSize), Self.isWithin(limits, cut, structure) {
        frames.append(cut)
        isCut = true
      }
    }
    guard !frames.isEmpty, screen.width > 0, screen.height > 0 else {
      throw PushImageError(.undecodable, "a GIF without a frame has no pixels")
    }
    self.frames = frames
    self.isCut = isCut
  }

  private static func isWithin(_ limits: Limits, _ frame: GIFFrame, _ structure: GIFStructure) -> Bool {
    frame.pixelCount <= limits.maxPixelCount ?? .max
      && structure.framePixelSum + frame.pixelCount <= limits.maxDecodedPixelCount ?? .max
  }

  /// Pixels of the screen and of all frames together: what playing it costs.
  var totalPixelCount: Int { frames.reduce(screen.pixelCount) { $0 + $1.pixelCount } }

  /// Hundredths of a second of one pass.
  var duration: Int { frames.reduce(0) { $0 + $1.control.delay } }

  /// The part of the screen that a frame covers.
  func place(of frame: GIFFrame) -> PixelRectangle {
    PixelRectangle(x: frame.left, y: frame.top, width: frame.width, height: frame.height)
      .intersection(PixelRectangle(screen))
  }

  /// The colours of a frame's 256 indexes as pixels, 0 for the transparent one.
  ///
  /// Indexes over the palette are black; without any palette they are shades of gray: readers differ here.
  static func colors(of frame: GIFFrame, _ bytes: Span<UInt8>) -> [UInt32] {
    var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
    if let range = frame.paletteRange {
      for index in 0..<min(256, range.count / 3) {
        let offset = range.lowerBound + 3 * index
        colors[index] = GIFColor.pixel(bytes[offset], bytes[offset + 1], bytes[offset + 2])
      }
    } else {
      for index in 0..<256 { colors[index] = GIFColor.pixel(UInt8(index), UInt8(index), UInt8(index)) }
    }
    if let transparent = frame.transparentIndex { colors[transparent] = 0 }
    return colors
  }
}

/// Colours as they stand in canvases: red in the lowest byte, then green, blue and 255; a transparent pixel is 0.
enum GIFColor {
  static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000
  }

  /// Red, green and blue.
  @inline(__always)
  static func channels(_ pixel: UInt32) -> (red: Int, green: Int, blue: Int) {
    (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
  }

  /// The square of the distance of two opaque colours.
  @inline(__always)
  static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    let (x, y) = (channels(a), channels(b))
    let (red, green, blue) = (x.red &- y.red, x.green &- y.green, x.blue &- y.blue)
    return red &* red &+ green &* green &+ blue &* blue
  }
}
