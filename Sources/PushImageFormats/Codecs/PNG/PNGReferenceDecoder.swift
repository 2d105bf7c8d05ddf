internal import CImageCodecs

/// libpng, row by row: whether the format's own library reads the picture to its last row; and zlib for what libpng
/// does not read, the frames of an animation.
struct PNGReferenceDecoder {
  /// libpng holds some rows in memory. Wider ones are only inflated, which needs none: filter bytes, row count and
  /// checksum are then still checked, and nothing else in a row can be wrong.
  static let maxRowByteCount = 33_554_432

  let structure: PNGStructure
  let header: PNGHeader
  let image: Range<Int>
  let end: PNGChunk
  let limits: PNGLimits

  /// Nil when the structure lacks what libpng must be shown.
  init?(_ structure: PNGStructure, limits: PNGLimits) {
    guard let header = structure.header, let image = structure.imageData, let end = structure.end else { return nil }
    self.structure = structure
    self.header = header
    self.image = image
    self.end = end
    self.limits = limits
  }

  // MARK: the picture

  /// What is wrong with the picture data.
  ///
  /// The native engine unpacks the rows and looks at lengths, filters and checksums. Nothing else in a row can be wrong
  /// but a palette index: where the rows do not show it as they are, libpng is asked.
  func verifyImage(
    _ bytes: Span<UInt8>, engine: VerificationEngine, findings: inout PNGFindingList
  ) throws(PushImageError) {
    if engine == .native || header.rowByteCount > Self.maxRowByteCount {
      let (faults, needsLibrary) = try rows(bytes, imageStream, frame: nil)
      for fault in faults { findings.add(fault) }
      guard needsLibrary, faults.isEmpty, header.rowByteCount <= Self.maxRowByteCount else { return }
    }
    let complaints = try libraryComplaints(bytes)
    guard complaints.contains(where: \.concernsRows) else {
      for complaint in complaints { findings.add(complaint.finding) }
      return
    }
    // libpng says that the data are wrong, in words that depend on where; the row walk says how. What it takes for
    // less than libpng does, or does not see at all, stays as libpng put it.
    let faults = try rows(bytes, imageStream, frame: nil).faults
    for fault in faults { findings.add(fault) }
    let worst = faults.map(\.severity).max()
    for complaint in complaints where !complaint.concernsRows || worst.map({ $0 < complaint.finding.severity }) ?? true
    {
      findings.add(complaint.finding)
    }
  }

  /// One thing that libpng said.
  private struct Complaint {
    let finding: Finding
    /// Whether the row walk can tell more.
    let concernsRows: Bool
  }

  /// What libpng says of the critical chunks, and nothing else of the file: metadata never reach it.
  private func libraryComplaints(_ bytes: Span<UInt8>) throws(PushImageError) -> [Complaint] {
    var parts = cimg_png_parts()
    let first = PNGStructure.signature.count
    parts.header = Self.range(first..<first + PNGHeader.byteCount + PNGChunk.frameByteCount)
    if header.isIndexed, let palette = structure.palette { parts.palette = Self.range(palette.range) }
    parts.image = Self.range(image)
    parts.end = Self.range(end.range)
    var budget = limits.budget
    var report = cimg_report()
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cimg_png_verify(buffer.baseAddress, buffer.count, &parts, &budget, &report)
    }
    switch UInt32(bitPattern: report.status) {
    case CIMG_OUT_OF_MEMORY.rawValue: throw PushImageError(.outOfMemory, "no memory left to decode a PNG")
    case CIMG_OVER_BUDGET.rawValue: return [Complaint(finding: limits.overTime, concernsRows: false)]
    default: return complaints(of: report)
    }
  }

  /// Every message becomes a complaint, and so does silence before the last pixel.
  private func complaints(of report: cimg_report) -> [Complaint] {
    var complaints = Self.messages(of: report).map { code, text in
      let words = PNGComplaints.kind(ofCode: code, text: text)
      let isIndex = words.kind == PNGFindings.indexMismatch
      let finding = isIndex ? indexFinding : Finding(words.kind, "libpng: \(text)", at: image.lowerBound)
      return Complaint(finding: finding, concernsRows: words.concernsRows)
    }
    // libpng may also end without a word: with rows missing, or with more to say than the report holds.
    let isComplete = report.status == Int32(CIMG_COMPLETED.rawValue) && report.messages_dropped == 0
    if report.pixel_count != UInt64(header.pixelCount) || (!isComplete && complaints.isEmpty) {
      let got = Int(clamping: report.pixel_count).grouped
      let message = "libpng delivered \(got) of \(counted(header.pixelCount, "pixel"))"
      let finding = Finding(PNGFindings.truncatedImageData, message, at: image.lowerBound)
      complaints.append(Complaint(finding: finding, concernsRows: true))
    }
    return complaints
  }

  private var indexFinding: Finding {
    Finding(
      PNGFindings.indexMismatch, "a pixel names a color after the \(paletteCount) of the palette",
      at: image.lowerBound)
  }

  private var paletteCount: Int { (structure.palette?.dataCount ?? 0) / 3 }

  private static func messages(of report: cimg_report) -> [(code: Int32, text: String)] {
    let count = Int(report.message_count)
    return unsafe withUnsafeBytes(of: report.messages) { raw in
      let messages = unsafe raw.bindMemory(to: cimg_message.self)
      return (0..<min(count, messages.count)).map { index in
        let message = unsafe messages[index]
        return (message.code, text(message.text))
      }
    }
  }

  /// A NUL-terminated array of C, which Swift sees as a tuple.
  private static func text<Characters>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { raw in unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func range(_ range: Range<Int>) -> cimg_png_range {
    cimg_png_range(offset: UInt64(range.lowerBound), count: UInt64(range.count))
  }

  // MARK: rows

  private var imageStream: cimg_png_stream {
    var stream = stream(PNGChunkType.imageData, image, skipping: 0, width: header.width, height: header.height)
    // Only a palette shorter than the depth allows can be exceeded.
    if header.isIndexed, paletteCount < 1 << header.bitsPerPixel { stream.palette_count = UInt32(paletteCount) }
    return stream
  }

  /// One deflated picture as the row walk takes it.
  private func stream(
    _ type: PNGChunkType, _ chunks: Range<Int>, skipping skipped: UInt32, width: Int, height: Int
  ) -> cimg_png_stream {
    var stream = cimg_png_stream()
    stream.chunks = Self.range(chunks)
    stream.type = type.letters
    stream.skipped_byte_count = skipped
    stream.width = UInt32(clamping: width)
    stream.height = UInt32(clamping: height)
    stream.bits_per_pixel = UInt32(header.bitsPerPixel)
    stream.is_interlaced = header.isInterlaced
    return stream
  }

  /// Inflates the rows of the picture, or of the frame of this number: what is wrong with them, and whether only libpng
  /// can tell the palette indices.
  private func rows(
    _ bytes: Span<UInt8>, _ stream: cimg_png_stream, frame: Int?
  ) throws(PushImageError) -> (faults: [Finding], needsLibrary: Bool) {
    var stream = stream
    var budget = limits.budget
    var rows = cimg_png_rows()
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cimg_png_rows(buffer.baseAddress, buffer.count, &stream, &budget, &rows)
    }
    switch UInt32(bitPattern: rows.status) {
    case CIMG_OUT_OF_MEMORY.rawValue: throw PushImageError(.outOfMemory, "no memory left to unpack a PNG")
    case CIMG_OVER_BUDGET.rawValue: return ([limits.overTime], false)
    default:
      let location = Finding.Location(byteOffset: Int(clamping: rows.byte_offset), frameIndex: frame)
      var faults = Self.faults(rows).map { kind, message in
        Finding(frame == nil ? kind : PNGFindings.malformedAnimation, message, location: location)
      }
      if rows.has_index_over_palette { faults.append(indexFinding) }
      return (faults, rows.hides_indices && !rows.has_index_over_palette)
    }
  }

  /// What a row walk found, in words.
  private static func faults(_ rows: cimg_png_rows) -> [(Finding.Kind, String)] {
    var faults: [(Finding.Kind, String)] = []
    let got = Int(clamping: rows.row_count).grouped
    let due = counted(Int(clamping: rows.expected_row_count), "row")
    let place = "after \(got) of \(due)"
    let isShort = rows.row_count < rows.expected_row_count
    switch UInt32(bitPattern: rows.fault) {
    case CIMG_PNG_BAD_DEFLATE.rawValue:
      faults.append((PNGFindings.malformedImageData, "picture data cannot be unpacked \(place): \(text(rows.text))"))
    case CIMG_PNG_BAD_CHECKSUM.rawValue:
      faults.append((PNGFindings.adlerMismatch, "picture data do not match their Adler-32 checksum"))
    case CIMG_PNG_CUT.rawValue where !isShort:
      faults.append((PNGFindings.adlerMismatch, "picture data end before their Adler-32 checksum"))
    case CIMG_PNG_CUT.rawValue, CIMG_PNG_TOO_SHORT.rawValue:
      faults.append((PNGFindings.truncatedImageData, "picture data end \(place)"))
    case CIMG_PNG_BAD_FILTER.rawValue:
      faults.append((PNGFindings.malformedFilter, "filter is \(rows.filter) \(place); PNG knows 0 to 4 only"))
    default: break
    }
    if rows.excess_byte_count > 0 {
      let count = counted(Int(clamping: rows.excess_byte_count), "byte")
      faults.append((PNGFindings.trailingImageData, "picture data go on for \(count) or more after the last row"))
    }
    if rows.trailing_byte_count > 0 {
      let count = counted(Int(clamping: rows.trailing_byte_count), "byte")
      faults.append((PNGFindings.trailingZlibBytes, "\(count) after the compressed picture in its chunks"))
    }
    return faults
  }

  // MARK: the animation

  /// Inflates every frame that stands in fdAT chunks.
  func verifyFrames(_ bytes: Span<UInt8>, findings: inout PNGFindingList) throws(PushImageError) {
    for frame in structure.animation.frames {
      guard !limits.isOverTime else {
        findings.add(limits.overTime)
        return
      }
      let stream = stream(
        PNGAnimation.frameData, frame.chunks, skipping: 4, width: frame.width, height: frame.height)
      for fault in try rows(bytes, stream, frame: frame.index).faults { findings.add(fault) }
      guard !findings.contains(LimitFindings.timeTooLarge) else { return }
    }
  }
}

extension PNGChunkType {
  /// As C takes them.
  fileprivate var letters: (UInt8, UInt8, UInt8, UInt8) {
    (
      UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 16),
      UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)
    )
  }
}
