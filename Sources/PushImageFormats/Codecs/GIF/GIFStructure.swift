/// The walk over the blocks of a GIF to the last byte: everything but the compressed pixels.
///
/// Cost depends on the number of blocks only. The bytes are passed to each step, never kept.
struct GIFStructure: Sendable {
  /// Segments of a hostile file are bounded too; past this many, blocks of all kinds share one name.
  private static let maxSegmentCount = 100_000
  static let maxTextRangeCount = 64

  private(set) var screenWidth = 0
  private(set) var screenHeight = 0
  /// Nil when there is no global palette.
  private(set) var globalColorCount: Int?
  private(set) var frames: [GIFFrame] = []
  /// Bits of the first palette met.
  private(set) var paletteBitCount: Int?
  /// In hundredths of a second.
  private(set) var delaySum = 0
  var loopCount: Int?
  private(set) var hasTransparency = false
  var metadataByteCount = 0
  /// A position in XMP.
  var hasGPS = false
  var iccByteCount: Int?
  private(set) var textRanges: [Range<Int>] = []
  var faults = GIFFaults()
  private(set) var segmentList = SegmentList()
  private(set) var framePixelSum = 0
  /// Of the extension that waits for its frame.
  var pendingControl: GIFGraphicControl?
  /// The first byte not yet accounted for.
  var offset = 0

  /// Walks the whole file, or as far as it can be followed.
  init(_ bytes: Span<UInt8>, limits: Limits) {
    guard readHeader(bytes) else { return }
    checkScreen(limits)
    while readBlock(bytes, limits) {}
  }

  /// Reads the header only; nil when it is cut or has no pixels.
  init?(header bytes: Span<UInt8>) {
    guard readHeader(bytes), screenWidth > 0, screenHeight > 0 else { return nil }
  }

  /// Reads the header only, with its faults.
  init(screenOf bytes: Span<UInt8>, limits: Limits) {
    if readHeader(bytes) { checkScreen(limits) }
  }

  /// What the walk learned; nil without a logical screen.
  var info: ImageInfo? {
    guard screenWidth > 0, screenHeight > 0 else { return nil }
    var info = ImageInfo(
      width: screenWidth, height: screenHeight, bitDepth: paletteBitCount ?? 8, colorModel: .indexed)
    info.frameCount = frames.count
    if frames.count > 1 {
      info.durationSeconds = Double(delaySum) / 100
      info.loopCount = loopCount ?? 1
    }
    info.hasAlpha = hasTransparency
    info.isInterlaced = frames.contains { $0.isInterlaced }
    info.iccByteCount = iccByteCount
    info.metadataByteCount = metadataByteCount
    info.hasGPS = hasGPS
    return info
  }

  // MARK: Header

  /// Signature, logical screen descriptor and global palette; false when the file ends within.
  private mutating func readHeader(_ bytes: Span<UInt8>) -> Bool {
    guard let width = bytes.littleEndian16(at: 6), let height = bytes.littleEndian16(at: 8),
      let flags = bytes.byte(at: 10), bytes.count >= 13
    else {
      return endCut(bytes, "header", "the logical screen descriptor")
    }
    screenWidth = width
    screenHeight = height
    note("header", upTo: 13)
    // Which version follows is nobody's concern: every decoder takes any.
    if !bytes.matches("GIF", at: 0) { faults.add(GIFFindings.malformedHeader, "file does not begin with GIF", at: 0) }
    if width == 0 || height == 0 {
      faults.add(GIFFindings.malformedHeader, "logical screen is \(width) × \(height) pixels", at: 6)
    }
    guard flags & 0x80 != 0 else { return true }
    guard readPalette(bytes, flags: flags, "global color table") else { return false }
    globalColorCount = 2 << Int(flags & 7)
    return true
  }

  private mutating func readPalette(_ bytes: Span<UInt8>, flags: UInt8, _ name: String) -> Bool {
    let colorCount = 2 << Int(flags & 7)
    paletteBitCount = paletteBitCount ?? Int(flags & 7) + 1
    guard offset + 3 * colorCount <= bytes.count else { return endCut(bytes, name, "the \(name)") }
    note(name, upTo: offset + 3 * colorCount)
    return true
  }

  private mutating func checkScreen(_ limits: Limits) {
    checkPixels("logical screen", screenWidth, screenHeight, limits, frame: nil)
  }

  private mutating func checkPixels(
    _ subject: StaticString, _ width: Int, _ height: Int, _ limits: Limits, frame: Int?
  ) {
    let pixelCount = width * height
    guard let limit = limits.maxPixelCount, pixelCount > limit else { return }
    let what = frame.map { "\(subject) \($0)" } ?? "\(subject)"
    let numbers = "\(pixelCount.grouped) pixels; the limit maxPixelCount is \(limit.grouped)"
    faults.add(
      Finding(
        LimitFindings.pixelsTooLarge, "\(what) is \(width) × \(height), \(numbers)", actual: pixelCount, limit: limit,
        unit: .pixels, location: Finding.Location(byteOffset: offset, frameIndex: frame)))
  }

  // MARK: Blocks

  /// Reads one block; false when the walk is at its end.
  private mutating func readBlock(_ bytes: Span<UInt8>, _ limits: Limits) -> Bool {
    switch bytes.byte(at: offset) {
    case 0x21: return readExtension(bytes)
    case 0x2C: return readFrame(bytes, limits)
    case 0x3B: return readTrailer(bytes)
    case nil: return endWithoutTrailer(bytes)
    case let label?:
      let name = "0x" + (label < 16 ? "0" : "") + String(label, radix: 16, uppercase: true)
      faults.add(GIFFindings.malformedBlock, "byte \(name) at \(offset.grouped) begins no block", at: offset)
      noteMissingFrame()
      note("unknown bytes", upTo: bytes.count)
      return false
    }
  }

  private mutating func readTrailer(_ bytes: Span<UInt8>) -> Bool {
    noteMissingFrame()
    note("trailer", upTo: offset + 1)
    let count = bytes.count - offset
    guard count > 0 else { return false }
    faults.add(
      Finding(
        GIFFindings.trailingBytes, "\(counted(count, "byte")) after the trailer", actual: Double(count),
        unit: .bytes, location: Finding.Location(byteOffset: offset)))
    noteText(offset..<bytes.count)
    note("trailing bytes", upTo: bytes.count)
    return false
  }

  private mutating func noteMissingFrame() {
    guard frames.isEmpty else { return }
    faults.add(GIFFindings.missingFrame, "file holds 0 frames", at: offset)
  }

  /// The bytes end between two blocks. Only then can the picture be whole: a control extension promised a frame.
  private mutating func endWithoutTrailer(_ bytes: Span<UInt8>) -> Bool {
    let end = bytes.count.grouped
    if frames.isEmpty || pendingControl != nil {
      let what = frames.isEmpty ? "the first frame" : "the frame that a graphic control extension announces"
      faults.add(GIFFindings.truncated, "file ends at byte \(end), before \(what)", at: bytes.count)
    } else {
      faults.add(GIFFindings.missingTrailer, "file ends at byte \(end) without a trailer", at: bytes.count)
    }
    return false
  }

  // MARK: Frames

  private mutating func readFrame(_ bytes: Span<UInt8>, _ limits: Limits) -> Bool {
    if let limit = limits.maxFrameCount, frames.count >= limit {
      let message = "file has more than \(limit.grouped) frames; that is the limit maxFrameCount"
      faults.add(
        Finding(
          LimitFindings.framesTooLarge, message, actual: limit + 1, limit: limit, unit: .frames,
          location: Finding.Location(byteOffset: offset, frameIndex: frames.count)))
      return false
    }
    let start = offset
    guard let left = bytes.littleEndian16(at: start + 1), let top = bytes.littleEndian16(at: start + 3),
      let width = bytes.littleEndian16(at: start + 5), let height = bytes.littleEndian16(at: start + 7),
      let flags = bytes.byte(at: start + 9)
    else {
      return endCut(bytes, "image descriptor", "an image descriptor")
    }
    note("image descriptor", upTo: start + 10)
    let isLocal = flags & 0x80 != 0
    guard !isLocal || readPalette(bytes, flags: flags, "local color table") else { return false }
    guard let codeSize = bytes.byte(at: offset), let end = endOfSubBlocks(bytes, from: offset + 1) else {
      return endCut(bytes, "image data", "the data of frame \(frames.count)")
    }
    let frame = GIFFrame(
      byteOffset: start, left: left, top: top, width: width, height: height, isInterlaced: flags & 0x40 != 0,
      colorCount: isLocal ? 2 << Int(flags & 7) : globalColorCount, transparentIndex: pendingControl?.transparentIndex,
      codeSize: Int(codeSize), dataRange: offset + 1..<end - 1)
    note("image data", upTo: end)
    append(frame, limits)
    return true
  }

  private mutating func append(_ frame: GIFFrame, _ limits: Limits) {
    checkPixels("frame", frame.width, frame.height, limits, frame: frames.count)
    framePixelSum += frame.pixelCount
    delaySum += pendingControl?.delay ?? 0
    pendingControl = nil
    check(frame, index: frames.count)
    frames.append(frame)
  }

  private mutating func check(_ frame: GIFFrame, index: Int) {
    let size = "\(frame.width) × \(frame.height)"
    func report(_ kind: Finding.Kind, _ message: String) {
      faults.add(kind, message, at: frame.byteOffset, frame: index)
    }
    if frame.pixelCount == 0 { report(GIFFindings.malformedFrameSize, "frame \(index) is \(size) pixels") }
    if !GIFFrame.isLegal(codeSize: frame.codeSize) {
      report(
        GIFFindings.malformedCodeSize, "frame \(index) has the minimum code size \(frame.codeSize); 2 to 8 are legal")
    }
    if frame.left + frame.width > screenWidth || frame.top + frame.height > screenHeight {
      let place = "frame \(index) of \(size) pixels at \(frame.left), \(frame.top)"
      report(
        GIFFindings.frameOutsideScreen, "\(place) reaches outside the screen of \(screenWidth) × \(screenHeight)")
    }
    if frame.colorCount == nil { report(GIFFindings.missingPalette, "frame \(index) has no palette") }
  }

  // MARK: Accounting

  /// The offset behind the terminator of the sub-blocks that begin at `start`; nil when the file ends before it.
  func endOfSubBlocks(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    while let length = bytes.byte(at: offset) {
      offset += 1 + Int(length)
      if length == 0 { return offset }
    }
    return nil
  }

  /// Names the bytes up to `end` and moves there.
  mutating func note(_ name: String, upTo end: Int) {
    let isFull = segmentList.segments.count >= Self.maxSegmentCount
    segmentList.append(isFull ? "further blocks" : name, at: offset, byteCount: end - offset)
    offset = end
  }

  mutating func note(_ control: GIFGraphicControl) {
    pendingControl = control
    hasTransparency = hasTransparency || control.transparentIndex != nil
  }

  /// Markup may hide here. Past the capacity the last range grows, so that nothing hides behind many small ones.
  mutating func noteText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = textRanges.last, last.upperBound == range.lowerBound || textRanges.count >= Self.maxTextRangeCount {
      textRanges[textRanges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      textRanges.append(range)
    }
  }

  /// The file ends inside a block: always false, for the caller to return.
  mutating func endCut(_ bytes: Span<UInt8>, _ name: String, _ place: String) -> Bool {
    faults.add(
      GIFFindings.truncated, "file ends at byte \(bytes.count.grouped), inside \(place)", at: bytes.count)
    note(name, upTo: bytes.count)
    return false
  }
}
