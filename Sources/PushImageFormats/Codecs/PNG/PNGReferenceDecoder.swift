internal import CImageCodecs

/// libpng, row by row: whether the format's own library reads the picture to its last row.
struct PNGReferenceDecoder {
  let picture: PNGPicture

  /// One thing that libpng said.
  struct Complaint {
    let finding: Finding
    /// Whether the row walk can tell more.
    let concernsRows: Bool
  }

  /// What libpng says of the critical chunks, and nothing else of the file: metadata never reach it.
  func complaints(_ bytes: Span<UInt8>) throws(PushImageError) -> [Complaint] {
    var parts = cimg_png_parts()
    let first = PNGStructure.signature.count
    parts.header = Self.range(first..<first + PNGHeader.byteCount + PNGChunk.frameByteCount)
    if let palette = picture.palette { parts.palette = Self.range(palette.range) }
    parts.image = Self.range(picture.image)
    parts.end = Self.range(picture.end.range)
    var budget = picture.limits.budget
    var report = cimg_report()
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cimg_png_verify(buffer.baseAddress, buffer.count, &parts, &budget, &report)
    }
    switch UInt32(bitPattern: report.status) {
    case CIMG_OUT_OF_MEMORY.rawValue: throw PushImageError(.outOfMemory, "no memory left to decode a PNG")
    case CIMG_OVER_BUDGET.rawValue: return [Complaint(finding: picture.limits.overTime, concernsRows: false)]
    default: return complaints(of: report)
    }
  }

  /// Every message becomes a complaint, and so does silence before the last pixel.
  private func complaints(of report: cimg_report) -> [Complaint] {
    var complaints = Self.messages(of: report).map { code, text in
      let words = PNGComplaints.kind(ofCode: code, text: text)
      let isIndex = words.kind == PNGFindings.indexMismatch
      let finding =
        isIndex ? picture.indexFinding : Finding(words.kind, "libpng: \(text)", at: picture.image.lowerBound)
      return Complaint(finding: finding, concernsRows: words.concernsRows)
    }
    // libpng may also end without a word: with rows missing, or with more to say than the report holds.
    let isComplete = report.status == Int32(CIMG_COMPLETED.rawValue) && report.messages_dropped == 0
    if report.pixel_count != UInt64(picture.header.pixelCount) || (!isComplete && complaints.isEmpty) {
      let got = Int(clamping: report.pixel_count).grouped
      let message = "libpng delivered \(got) of \(counted(picture.header.pixelCount, "pixel"))"
      let finding = Finding(PNGFindings.truncatedImageData, message, at: picture.image.lowerBound)
      complaints.append(Complaint(finding: finding, concernsRows: true))
    }
    return complaints
  }

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
}
