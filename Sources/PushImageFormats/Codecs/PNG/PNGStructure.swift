/// One pass over the chunks: what stands where, in which order, with which CRC; the facts and faults of each.
///
/// Pixels are not touched. Every byte of the file ends up in a segment.
struct PNGStructure: Sendable {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// How far the critical chunks have come.
  private enum Stage {
    case start, header, palette, image, afterImage, end
  }

  private(set) var header: PNGHeader?
  /// The PLTE chunk, where it is legal.
  private(set) var palette: PNGChunk?
  /// From the first to the last IDAT chunk.
  private(set) var imageData: Range<Int>?
  /// The IEND chunk.
  private(set) var end: PNGChunk?
  /// Xcode's own form: a CgBI chunk before the header.
  private(set) var isCgBI = false
  private(set) var findings = PNGFindingList()
  private(set) var segments = SegmentList()
  private(set) var metadata: PNGMetadata
  private(set) var animation: PNGAnimation
  /// Text chunks and trailing bytes, at most `maxTextRangeCount`.
  private(set) var textRanges: [Range<Int>] = []

  static let maxTextRangeCount = 64

  private let limits: PNGLimits
  /// Where in the order of critical chunks the walk stands.
  private var stage = Stage.start
  private var chunkCount = 0
  /// An IHDR was met, legal or not: one fault is said once.
  private var hasHeader = false
  /// A PLTE was met, legal or not.
  private var hasPalette = false

  init(limits: PNGLimits) {
    self.limits = limits
    metadata = PNGMetadata(limits: limits.limits)
    animation = PNGAnimation(limits: limits)
  }

  /// What the chunks say about the picture; nil without a legal header.
  var info: ImageInfo? {
    guard var info = header?.info else { return nil }
    metadata.fill(&info)
    animation.fill(&info)
    if isCgBI {
      info.variant = .cgbi
      info.unverifiedCoding = "CgBI PNG"
    }
    return info
  }

  /// Walks the whole file.
  mutating func walk(_ bytes: Span<UInt8>) {
    guard readSignature(bytes) else { return }
    var offset = Self.signature.count
    while stage != .end {
      guard let chunk = nextChunk(bytes, at: offset) else { return finish(bytes, cutAt: offset) }
      chunkCount += 1
      if let finding = limits.chunkFinding(chunkCount) {
        findings.add(finding)
        return leave(offset, bytes)
      }
      segments.append(name(of: chunk.type), at: chunk.byteOffset, byteCount: chunk.range.count)
      checkCRC(chunk, bytes)
      accept(chunk, bytes)
      offset = chunk.endOffset
    }
    finish(bytes, cutAt: offset)
  }

  /// Walks the chunks before the picture data only, for a file of which `bytes` may be just the beginning.
  mutating func walkHeader(_ bytes: Span<UInt8>) {
    guard readSignature(bytes) else { return }
    var offset = Self.signature.count
    // Picture data reach past the beginning of a file: that is no fault, and no chunk to look at.
    while bytes.bigEndian32(at: offset + 4) != Int(PNGChunkType.imageData.rawValue),
      let chunk = nextChunk(bytes, at: offset), chunk.type != .end
    {
      chunkCount += 1
      guard limits.chunkFinding(chunkCount) == nil else { return }
      accept(chunk, bytes)
      offset = chunk.endOffset
    }
  }

  // MARK: reading

  /// Each byte by itself, so that a file cut in its signature is told from one that is no PNG.
  private mutating func readSignature(_ bytes: Span<UInt8>) -> Bool {
    if bytes.bigEndian32(at: 0) == 0x8950_4E47, bytes.bigEndian32(at: 4) == 0x0D0A_1A0A {
      segments.append("signature", at: 0, byteCount: Self.signature.count)
      return true
    }
    for (index, byte) in Self.signature.enumerated() {
      guard let found = bytes.byte(at: index) else {
        findings.add(PNGFindings.truncated, "file is \(counted(index, "byte")), less than a signature", at: index)
        leave(0, bytes)
        return false
      }
      guard found == byte else {
        findings.add(PNGFindings.malformedHeader, "file does not begin with the signature of PNG", at: index)
        leave(0, bytes)
        return false
      }
    }
    segments.append("signature", at: 0, byteCount: Self.signature.count)
    return true
  }

  /// The chunk at `offset`; nil at the end of the file and where no chunk can be read, which is noted.
  private mutating func nextChunk(_ bytes: Span<UInt8>, at offset: Int) -> PNGChunk? {
    let left = bytes.count - offset
    guard left > 0 else { return nil }
    guard let length = bytes.bigEndian32(at: offset), let type = bytes.bigEndian32(at: offset + 4) else {
      findings.add(PNGFindings.truncated, "file ends after \(counted(left, "byte")) of a chunk", at: offset)
      return nil
    }
    let chunk = PNGChunk(
      type: PNGChunkType(rawValue: UInt32(truncatingIfNeeded: type)), byteOffset: offset, dataCount: length)
    guard chunk.type.isLegal, length <= PNGHeader.maxSide else {
      findings.add(
        PNGFindings.malformedChunk,
        "chunk of type \(chunk.type.name) claims \(counted(length, "byte")); types are letters, "
          + "and a chunk has at most \(PNGHeader.maxSide.grouped) bytes", at: offset)
      return nil
    }
    guard chunk.endOffset <= bytes.count else {
      findings.add(
        PNGFindings.truncated,
        "\(chunk.type.name) chunk has \(counted(chunk.range.count, "byte")); the file ends after "
          + left.grouped, at: offset)
      return nil
    }
    return chunk
  }

  /// The CRC covers type and data. A wrong one does not stop the walk: what else is wrong is worth knowing.
  private mutating func checkCRC(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
    let covered = bytes.extracting(chunk.byteOffset + 4..<chunk.dataRange.upperBound)
    guard bytes.bigEndian32(at: chunk.dataRange.upperBound) != Int(Checksum.crc32(covered)) else { return }
    findings.add(
      chunk.type.isCritical ? PNGFindings.crcMismatch : PNGFindings.ancillaryCRCMismatch,
      "CRC of the \(chunk.type.name) chunk does not match its \(counted(chunk.dataCount, "byte"))",
      at: chunk.byteOffset)
  }

  /// Most chunks are picture data, whose name needs no making.
  private func name(of type: PNGChunkType) -> String { type == .imageData ? "IDAT" : type.name }

  // MARK: meaning

  /// Sorts a chunk by type. Private and future ancillary types pass: readers must ignore what they do not know.
  private mutating func accept(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
    if stage == .start { noteFirst(chunk) }
    if stage == .image, chunk.type != .imageData { stage = .afterImage }
    switch chunk.type {
    case .header: readHeader(chunk, bytes)
    case .palette: readPalette(chunk)
    case .imageData: readImageData(chunk)
    case .end: readEnd(chunk)
    case .cgbi where isCgBI && chunkCount == 1: break
    case let type where type.isCritical:
      findings.add(
        PNGFindings.unsupportedCriticalChunk, "\(type.name) chunk is marked critical and is not of PNG",
        at: chunk.byteOffset)
    default: readAncillary(chunk, bytes)
    }
  }

  /// The first chunk is IHDR, or CgBI in the form that is not ours to verify.
  private mutating func noteFirst(_ chunk: PNGChunk) {
    if chunk.type == .cgbi, chunkCount <= 1 {
      isCgBI = true
      findings.add(
        PNGFindings.cgbiNotVerified, "file begins with a CgBI chunk; its picture data is not that of PNG",
        at: chunk.byteOffset)
    } else if chunk.type != .header {
      findings.add(
        PNGFindings.malformedOrder, "\(chunk.type.name) chunk stands where IHDR must be", at: chunk.byteOffset)
    }
    if !isCgBI || chunk.type != .cgbi { stage = .header }
  }

  /// Compares the size with the limits at once: whatever follows costs memory or time by it.
  private mutating func readHeader(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
    guard !hasHeader else {
      findings.add(PNGFindings.malformedOrder, "file has a second IHDR chunk", at: chunk.byteOffset)
      return
    }
    hasHeader = true
    guard chunk.dataCount == PNGHeader.byteCount else {
      findings.add(
        PNGFindings.malformedHeader,
        "IHDR chunk has \(counted(chunk.dataCount, "byte")) of data; PNG has \(PNGHeader.byteCount)",
        at: chunk.byteOffset)
      return
    }
    do throws(PNGHeaderFault) {
      let header = try PNGHeader(bytes, at: chunk.dataOffset)
      self.header = header
      if let finding = limits.pixelFinding(width: header.width, height: header.height) { findings.add(finding) }
    } catch {
      findings.add(PNGFindings.malformedHeader, error.message, at: chunk.byteOffset)
    }
  }

  /// Only an indexed image needs its palette; elsewhere PLTE is a hint, and libpng passes over a broken one.
  private mutating func readPalette(_ chunk: PNGChunk) {
    guard !hasPalette, imageData == nil else {
      let fault = hasPalette ? "file has a second PLTE chunk" : "PLTE chunk stands after the picture data"
      findings.add(PNGFindings.malformedOrder, fault, at: chunk.byteOffset)
      return
    }
    hasPalette = true
    if stage == .header { stage = .palette }
    guard let header else { return }
    let colorCount = chunk.dataCount / 3
    let isLegal = chunk.dataCount % 3 == 0 && (1...256).contains(colorCount)
    let fault = "palette has \(counted(chunk.dataCount, "byte")); 3 for each of 1 to 256 colors are due"
    switch (header.isIndexed, isLegal) {
    case (true, false): findings.add(PNGFindings.malformedPalette, fault, at: chunk.byteOffset)
    case (false, false): findings.add(PNGFindings.malformedMetadata, fault, at: chunk.byteOffset)
    case (true, true) where colorCount > 1 << header.bitDepth:
      findings.add(
        PNGFindings.malformedMetadata,
        "palette has \(colorCount) colors; \(header.bitDepth)-bit pixels can name \(1 << header.bitDepth)",
        at: chunk.byteOffset)
    case (false, true) where header.isGray:
      findings.add(PNGFindings.malformedMetadata, "grayscale image has a palette", at: chunk.byteOffset)
    default: break
    }
    guard isLegal else { return }
    palette = chunk
    metadata.paletteCount = header.isIndexed ? min(colorCount, 1 << header.bitDepth) : colorCount
  }

  /// The IDAT chunks make one zlib stream, so nothing may stand between them.
  private mutating func readImageData(_ chunk: PNGChunk) {
    if stage == .afterImage {
      findings.add(
        PNGFindings.malformedOrder, "IDAT chunk does not follow the other IDAT chunks", at: chunk.byteOffset)
      return
    }
    if imageData == nil, header?.isIndexed == true, palette == nil, !findings.contains(PNGFindings.malformedPalette) {
      findings.add(
        PNGFindings.missingPalette, "indexed image has no PLTE chunk before its picture data", at: chunk.byteOffset)
    }
    stage = .image
    imageData = (imageData?.lowerBound ?? chunk.byteOffset)..<chunk.endOffset
    animation.noteImageData()
  }

  /// IEND must be empty; what follows it is no part of the PNG.
  private mutating func readEnd(_ chunk: PNGChunk) {
    stage = .end
    end = chunk
    guard chunk.dataCount != 0 else { return }
    findings.add(
      PNGFindings.malformedChunk, "IEND chunk has \(counted(chunk.dataCount, "byte")) of data; it must be empty",
      at: chunk.byteOffset)
  }

  private mutating func readAncillary(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
    let place = PNGMetadata.Place(isAfterPalette: hasPalette, isAfterImage: imageData != nil)
    metadata.accept(chunk, bytes, header: header, place: place, findings: &findings)
    animation.accept(chunk, bytes, header: header, findings: &findings)
    if let range = metadata.textRange(of: chunk, bytes) { appendText(range) }
  }

  private mutating func appendText(_ range: Range<Int>) {
    if textRanges.count < Self.maxTextRangeCount, !range.isEmpty { textRanges.append(range) }
  }

  // MARK: the end

  /// What follows `offset` is no chunk any more, or lies past a limit.
  private mutating func leave(_ offset: Int, _ bytes: Span<UInt8>) {
    segments.append("unread bytes", at: offset, byteCount: bytes.count - offset)
  }

  /// Notes what is missing and what is too much; `offset` is where the chunks ended.
  private mutating func finish(_ bytes: Span<UInt8>, cutAt offset: Int) {
    if stage == .end {
      noteTrailingBytes(bytes, from: offset)
    } else if offset < bytes.count {
      // Cut or unreadable: that is a finding already, and what is missing follows from it.
      return leave(offset, bytes)
    } else {
      findings.add(PNGFindings.missingEnd, "file ends without an IEND chunk", at: offset)
    }
    if !hasHeader { findings.add(PNGFindings.malformedHeader, "file has no IHDR chunk", at: offset) }
    if imageData == nil { findings.add(PNGFindings.missingImageData, "file has no IDAT chunk", at: offset) }
    animation.finish(at: offset, findings: &findings)
    if let header, !findings.endsTheWork {
      animation.limitPixels(ofImage: header.pixelCount, findings: &findings)
    }
  }

  /// Bytes that no reader shows: other formats, scripts or leftovers of an earlier file may hide here.
  private mutating func noteTrailingBytes(_ bytes: Span<UInt8>, from offset: Int) {
    let count = bytes.count - offset
    guard count > 0 else { return }
    segments.append("trailing bytes", at: offset, byteCount: count)
    // What hides behind a picture is found in the trailing bytes first: they always get a place.
    if textRanges.count == Self.maxTextRangeCount { textRanges.removeLast() }
    appendText(offset..<bytes.count)
    findings.add(
      Finding(
        PNGFindings.trailingBytes, "\(counted(count, "byte")) after the IEND chunk", actual: Double(count),
        unit: .bytes, location: Finding.Location(byteOffset: offset)))
  }
}
