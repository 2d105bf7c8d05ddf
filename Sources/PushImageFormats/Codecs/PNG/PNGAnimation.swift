/// The chunks of an animated PNG: acTL, fcTL and fdAT. Whatever is wrong here, the still picture stays whole.
struct PNGAnimation: Sendable {
  /// A frame whose picture stands in fdAT chunks.
  struct Frame: Sendable {
    let index: Int
    let width: Int
    let height: Int
    /// From the first to the last of its fdAT chunks, with whatever stands between.
    var chunks: Range<Int>
  }

  static let control = PNGChunkType("acTL")
  static let frameControl = PNGChunkType("fcTL")
  static let frameData = PNGChunkType("fdAT")

  /// Frames to be inflated: those that lie within the image.
  private(set) var frames: [Frame] = []
  /// The sum of their pixels.
  private(set) var framePixelCount = 0

  private let limits: PNGLimits
  /// An acTL stood before the picture data.
  private var isDeclared = false
  private var declaredFrameCount = 0
  private var playCount = 0
  /// fcTL chunks met, which is the number of frames.
  private var controlCount = 0
  private var durationSeconds = 0.0
  private var nextSequenceNumber = 0
  private var hasImageData = false
  /// Too many frames: the rest is not looked at.
  private var isOverLimit = false
  /// The frame that fdAT chunks belong to, with its fcTL; nil before the first and after a broken one.
  private var current: PNGFrameControl?
  private var currentOffset = 0
  private var currentHasData = false

  init(limits: PNGLimits) { self.limits = limits }

  /// Adds what the chunks said. Without an acTL before the picture data the file is a still picture.
  func fill(_ info: inout ImageInfo) {
    guard isDeclared else { return }
    info.variant = .apng
    info.frameCount = max(1, declaredFrameCount)
    info.loopCount = playCount
    info.durationSeconds = durationSeconds
  }

  /// The picture data began or goes on: they are the first frame if an fcTL came before.
  mutating func noteImageData() {
    guard !hasImageData else { return }
    hasImageData = true
    currentHasData = true
  }

  /// Reads one ancillary chunk if it belongs to the animation.
  mutating func accept(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, header: PNGHeader?, findings: inout PNGFindingList
  ) {
    guard let header, !isOverLimit else { return }
    switch chunk.type {
    case Self.control: readControl(chunk, bytes, findings: &findings)
    case Self.frameControl: readFrameControl(chunk, bytes, header: header, findings: &findings)
    case Self.frameData: readFrameData(chunk, bytes, header: header, findings: &findings)
    default: break
    }
  }

  /// Compares what was found with what was declared.
  mutating func finish(at offset: Int, findings: inout PNGFindingList) {
    guard !isOverLimit else { return }
    closeFrame(findings: &findings)
    if isDeclared, declaredFrameCount == 0 {
      report("acTL chunk declares no frames", at: offset, &findings)
    } else if isDeclared, declaredFrameCount != controlCount {
      report(
        "acTL chunk declares \(counted(declaredFrameCount, "frame")); the file has "
          + controlCount.grouped, at: offset, &findings)
    } else if !isDeclared, controlCount > 0 {
      report(
        "file has \(counted(controlCount, "frame")) and no acTL chunk before the picture data", at: offset,
        &findings)
    }
  }

  /// Compares the pixels of the picture and all frames with the limit; over it, no frame is left to unpack.
  mutating func limitPixels(ofImage imagePixelCount: Int, findings: inout PNGFindingList) {
    let sum = framePixelCount.addingReportingOverflow(imagePixelCount)
    guard let finding = limits.totalPixelFinding(sum.overflow ? Int.max : sum.partialValue) else { return }
    findings.add(finding)
    frames = []
  }

  private func report(
    _ message: @autoclosure () -> String, at offset: Int, _ findings: inout PNGFindingList, frame: Int? = nil
  ) {
    findings.add(PNGFindings.malformedAnimation, message(), at: offset, frame: frame)
  }

  // MARK: by type

  /// Number of frames and of plays, 0 for ever. Only the first one before the picture data counts.
  private mutating func readControl(_ chunk: PNGChunk, _ bytes: Span<UInt8>, findings: inout PNGFindingList) {
    guard !isDeclared, !hasImageData else {
      let fault = hasImageData ? "stands after the picture data" : "is there more than once"
      return report("acTL chunk \(fault)", at: chunk.byteOffset, &findings)
    }
    guard chunk.dataCount == 8, let frameCount = bytes.bigEndian32(at: chunk.dataOffset),
      let playCount = bytes.bigEndian32(at: chunk.dataOffset + 4)
    else {
      return report(
        "acTL chunk has \(counted(chunk.dataCount, "byte")); 8 are due", at: chunk.byteOffset, &findings)
    }
    isDeclared = true
    declaredFrameCount = frameCount
    self.playCount = playCount
  }

  /// Ends one frame and begins the next.
  private mutating func readFrameControl(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, header: PNGHeader, findings: inout PNGFindingList
  ) {
    closeFrame(findings: &findings)
    controlCount += 1
    if let finding = limits.frameFinding(controlCount) {
      findings.add(finding)
      isOverLimit = true
      frames = []
      return
    }
    guard chunk.dataCount == PNGFrameControl.byteCount,
      let control = PNGFrameControl(bytes, at: chunk.dataOffset)
    else {
      report(
        "fcTL chunk has \(counted(chunk.dataCount, "byte")); \(PNGFrameControl.byteCount) are due",
        at: chunk.byteOffset, &findings, frame: controlCount - 1)
      return
    }
    checkSequence(control.sequenceNumber, chunk, findings: &findings)
    durationSeconds += control.delaySeconds
    check(control, chunk, header: header, findings: &findings)
    current = control
    currentOffset = chunk.byteOffset
    currentHasData = false
  }

  /// The picture itself, if it is the first frame, fills the image; every other frame lies within it.
  private func check(
    _ control: PNGFrameControl, _ chunk: PNGChunk, header: PNGHeader, findings: inout PNGFindingList
  ) {
    let index = controlCount - 1
    if !hasImageData, !control.covers(header) {
      report(
        "first frame is \(PNGText.size(control.width, control.height)) at \(control.x), \(control.y); "
          + "it must be the whole image", at: chunk.byteOffset, &findings, frame: index)
    } else if !control.fits(header) {
      report(
        "frame is \(PNGText.size(control.width, control.height)) at \(control.x), \(control.y); "
          + "the image is \(PNGText.size(header.width, header.height))", at: chunk.byteOffset, &findings, frame: index)
    }
    if !control.hasKnownOperations {
      report("frame names an unknown way to dispose or blend", at: chunk.byteOffset, &findings, frame: index)
    }
  }

  /// The first fdAT of a frame lists it, further ones make it longer.
  private mutating func readFrameData(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, header: PNGHeader, findings: inout PNGFindingList
  ) {
    guard chunk.dataCount >= 4, let number = bytes.bigEndian32(at: chunk.dataOffset) else {
      return report("fdAT chunk has no sequence number", at: chunk.byteOffset, &findings)
    }
    checkSequence(number, chunk, findings: &findings)
    guard hasImageData, let control = current else {
      return report("fdAT chunk belongs to no frame", at: chunk.byteOffset, &findings)
    }
    if currentHasData {
      // Zero-based: the frame of this fcTL is the last one listed, if it fits the image.
      guard frames.last?.index == controlCount - 1 else { return }
      frames[frames.count - 1].chunks = frames[frames.count - 1].chunks.lowerBound..<chunk.endOffset
      return
    }
    currentHasData = true
    guard control.fits(header) else { return }
    // An image over the limits is walked as well: 10,000 frames of 62 bits each do not fit an integer.
    let sum = framePixelCount.addingReportingOverflow(control.width * control.height)
    framePixelCount = sum.overflow ? Int.max : sum.partialValue
    frames.append(
      Frame(index: controlCount - 1, width: control.width, height: control.height, chunks: chunk.range))
  }

  /// fcTL and fdAT share one sequence that counts from 0.
  private mutating func checkSequence(_ number: Int, _ chunk: PNGChunk, findings: inout PNGFindingList) {
    if number != nextSequenceNumber {
      report(
        "\(chunk.type.name) chunk has sequence number \(number.grouped); "
          + "\(nextSequenceNumber.grouped) is next", at: chunk.byteOffset, &findings)
    }
    nextSequenceNumber = number + 1
  }

  /// A frame without data is a fault of the one that ends, wherever the next begins.
  private mutating func closeFrame(findings: inout PNGFindingList) {
    if current != nil, !currentHasData {
      report("frame has no picture data", at: currentOffset, &findings, frame: controlCount - 1)
    }
    current = nil
  }
}
