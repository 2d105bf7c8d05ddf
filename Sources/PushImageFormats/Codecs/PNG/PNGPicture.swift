/// The picture of a file whose chunks are in order, as far as both engines need to know it.
struct PNGPicture {
  /// libpng holds some rows in memory. Wider ones are only inflated, which needs none: filter bytes, row count and
  /// checksum are then still checked, and nothing else in a row can be wrong.
  static let maxRowByteCount = 33_554_432

  let header: PNGHeader
  /// The PLTE chunk; nil unless the picture is indexed.
  let palette: PNGChunk?
  /// From the first to the last IDAT chunk.
  let image: Range<Int>
  let end: PNGChunk
  let frames: [PNGAnimation.Frame]
  let limits: PNGLimits

  /// Nil when the structure lacks what a decoder must be shown.
  init?(_ structure: PNGStructure, limits: PNGLimits) {
    guard let header = structure.header, let image = structure.imageData, let end = structure.end else { return nil }
    self.header = header
    palette = header.isIndexed ? structure.palette : nil
    self.image = image
    self.end = end
    frames = structure.animation.frames
    self.limits = limits
  }

  /// What is wrong with the picture data.
  ///
  /// The native engine is asked first, and the only one where rows show all that can be wrong with them.
  func verifyImage(
    _ bytes: Span<UInt8>, engine: VerificationEngine, findings: inout PNGFindingList
  ) throws(PushImageError) {
    let isTooWide = header.rowByteCount > Self.maxRowByteCount
    if engine == .native || isTooWide {
      let (faults, needsLibrary) = rowFaults(bytes, imageStream, frame: nil)
      for fault in faults { findings.add(fault) }
      guard needsLibrary, faults.isEmpty, !isTooWide else { return }
    }
    let complaints = try PNGReferenceDecoder(picture: self).complaints(bytes)
    guard complaints.contains(where: \.concernsRows) else {
      for complaint in complaints { findings.add(complaint.finding) }
      return
    }
    // libpng says that the data are wrong, in words that depend on where; the row walk says how. What it takes for
    // less than libpng does, or does not see at all, stays as libpng put it.
    let faults = rowFaults(bytes, imageStream, frame: nil).faults
    for fault in faults { findings.add(fault) }
    let worst = faults.map(\.severity).max()
    for complaint in complaints where !complaint.concernsRows || worst.map({ $0 < complaint.finding.severity }) ?? true
    {
      findings.add(complaint.finding)
    }
  }

  /// Inflates every frame that stands in fdAT chunks.
  func verifyFrames(_ bytes: Span<UInt8>, findings: inout PNGFindingList) {
    for frame in frames {
      guard !limits.isOverTime else {
        findings.add(limits.overTime)
        return
      }
      let stream = stream(
        PNGAnimation.frameData, frame.chunks, skipping: 4, width: frame.width, height: frame.height)
      for fault in rowFaults(bytes, stream, frame: frame.index).faults { findings.add(fault) }
      guard !findings.contains(LimitFindings.timeTooLarge) else { return }
    }
  }

  /// A pixel that has no color.
  var indexFinding: Finding {
    Finding(
      PNGFindings.indexMismatch, "a pixel names a color after the \(colorCount) of the palette",
      at: image.lowerBound)
  }

  private var colorCount: Int { (palette?.dataCount ?? 0) / 3 }

  private var imageStream: PNGPictureStream {
    var stream = stream(PNGChunkType.imageData, image, skipping: 0, width: header.width, height: header.height)
    // Only a palette shorter than the depth allows can be exceeded.
    if header.isIndexed, colorCount < 1 << header.bitsPerPixel { stream.colorCount = colorCount }
    return stream
  }

  private func stream(
    _ type: PNGChunkType, _ chunks: Range<Int>, skipping skipped: Int, width: Int, height: Int
  ) -> PNGPictureStream {
    PNGPictureStream(
      chunks: chunks, type: type, skippedByteCount: skipped, width: width, height: height,
      bitsPerPixel: header.bitsPerPixel, isInterlaced: header.isInterlaced)
  }

  /// What is wrong with the rows of the picture, or of the frame of this number, and whether only libpng can tell the
  /// palette indices.
  private func rowFaults(
    _ bytes: Span<UInt8>, _ stream: PNGPictureStream, frame: Int?
  ) -> (faults: [Finding], needsLibrary: Bool) {
    let rows = PNGNativeDecoder(stream: stream, limits: limits).read(bytes)
    guard rows.end != .overTime else { return ([limits.overTime], false) }
    let location = Finding.Location(byteOffset: rows.byteOffset, frameIndex: frame)
    var faults = rows.faults.map { kind, message in
      Finding(frame == nil ? kind : PNGFindings.malformedAnimation, message, location: location)
    }
    if rows.hasIndexOverPalette { faults.append(indexFinding) }
    return (faults, rows.hidesIndices && !rows.hasIndexOverPalette)
  }
}
