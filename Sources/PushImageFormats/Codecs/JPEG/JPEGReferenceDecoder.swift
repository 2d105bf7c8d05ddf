internal import CImageCodecs

/// libjpeg-turbo as the judge of the pixels: what it says of a file, as findings.
enum JPEGReferenceDecoder {
  /// Decodes the whole file and translates every complaint. Limits on pixels, scans and memory must hold already.
  ///
  /// - Throws: `PushImageError` when memory could not be had.
  static func findings(
    _ bytes: Span<UInt8>, endsAfterScan: Bool, limits: Limits
  ) throws(PushImageError) -> [Finding] {
    let report = run(bytes, limits: limits)
    let messages = messages(of: report)
    guard report.status != Int32(CIMG_OUT_OF_MEMORY.rawValue) else {
      throw PushImageError(.outOfMemory, "no memory to decode a JPEG", underlying: messages.last?.text)
    }
    var findings: [Finding] = []
    for message in messages {
      // In a file without EOI, data that ends early is the cut itself.
      if endsAfterScan, message.code == CIMG_JPEG_HIT_MARKER { continue }
      guard let finding = finding(for: message, byteCount: bytes.count, limits: limits) else { continue }
      if !findings.contains(where: { $0.kind == finding.kind }) { findings.append(finding) }
    }
    if endsAfterScan { findings = endFindings(messages, byteCount: bytes.count) + findings }
    let isComplete = report.status == Int32(CIMG_COMPLETED.rawValue) && report.messages_dropped == 0
    if !isComplete, !findings.contains(where: { $0.kind.integrity != .intact }) {
      findings.append(Finding(JPEGFindings.decoderComplaint, "the reference decoder did not reach the end"))
    }
    return findings
  }

  // MARK: The library

  /// What the library said, and how often.
  struct Message {
    let code: cimg_jpeg_code
    let count: Int
    let byteOffset: Int
    let text: String
  }

  private static func run(_ bytes: Span<UInt8>, limits: Limits) -> cimg_report {
    var report = cimg_report()
    var budget = budget(limits)
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cimg_jpeg_verify(buffer.baseAddress, buffer.count, &budget, &report)
    }
    return report
  }

  /// What one job may spend.
  static func budget(_ limits: Limits) -> cimg_budget {
    var budget = cimg_budget()
    budget.max_pixel_count = UInt64(clamping: limits.maxPixelCount ?? 0)
    budget.max_scan_count = UInt32(clamping: limits.maxScanCount ?? 0)
    // Zero means no limit to the library; the smallest limit is a millisecond.
    if let seconds = limits.maxCPUSeconds {
      budget.max_cpu_milliseconds = UInt32(min(max(seconds * 1_000, 1), 4e9))
    }
    return budget
  }

  /// The messages of a job, in their order.
  static func messages(of report: cimg_report) -> [Message] {
    let count = min(Int(report.message_count), Int(CIMG_MESSAGE_CAPACITY))
    return unsafe withUnsafePointer(to: report.messages) { tuple in
      unsafe tuple.withMemoryRebound(to: cimg_message.self, capacity: Int(CIMG_MESSAGE_CAPACITY)) { messages in
        (0..<count).map { index in
          let message = unsafe messages[index]
          let text = unsafe withUnsafeBytes(of: message.text) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          return Message(
            code: cimg_jpeg_code(rawValue: UInt32(bitPattern: message.code)), count: Int(message.repeats) + 1,
            byteOffset: Int(clamping: message.byte_offset), text: text)
        }
      }
    }
  }

  // MARK: The table of meanings

  /// Nil for what says nothing, or is said by `endFindings`.
  private static func finding(for message: Message, byteCount: Int, limits: Limits) -> Finding? {
    switch message.code {
    case CIMG_JPEG_EOF, CIMG_JPEG_HOPELESS: return nil
    case CIMG_JPEG_OVER_TIME:
      let seconds = limits.maxCPUSeconds ?? 0
      return Finding(
        LimitFindings.timeTooLarge, "decoding took more than \(seconds) s of processor time, the limit of this tool",
        limit: seconds, unit: .seconds)
    case CIMG_JPEG_OVER_SCANS:
      return Finding(LimitFindings.scansTooLarge, "picture has more scans than this tool reads")
    case CIMG_JPEG_OVER_PIXELS:
      return Finding(LimitFindings.pixelsTooLarge, "picture has more pixels than this tool decodes")
    default:
      let times = message.count > 1 ? ", \(message.count.grouped) times" : ""
      // Past the last byte the library reads a marker of its own making.
      let offset = min(message.byteOffset, byteCount)
      return Finding(kind(of: message.code), "libjpeg-turbo: \(lowercasedFirst(message.text))\(times)", at: offset)
    }
  }

  private static func kind(of code: cimg_jpeg_code) -> Finding.Kind {
    switch code {
    case CIMG_JPEG_EXTRANEOUS_HEADER: JPEGFindings.extraneousBytes
    case CIMG_JPEG_EXTRANEOUS_SCAN: JPEGFindings.extraneousScanBytes
    case CIMG_JPEG_HIT_MARKER, CIMG_JPEG_BAD_HUFFMAN, CIMG_JPEG_BAD_ARITHMETIC: JPEGFindings.malformedScanData
    case CIMG_JPEG_MUST_RESYNC: JPEGFindings.restartMismatch
    case CIMG_JPEG_BOGUS_PROGRESSION: JPEGFindings.malformedProgression
    case CIMG_JPEG_NOT_SEQUENTIAL, CIMG_JPEG_BAD_SCAN_HEADER, CIMG_JPEG_SECOND_SCAN: JPEGFindings.malformedScanHeader
    case CIMG_JPEG_ADOBE_XFORM, CIMG_JPEG_JFIF_VERSION: JPEGFindings.malformedMetadata
    case CIMG_JPEG_BAD_HEADER: JPEGFindings.malformedHeader
    case CIMG_JPEG_MISSING_HEADER: JPEGFindings.missingHeader
    case CIMG_JPEG_MISSING_SCAN: JPEGFindings.missingScan
    case CIMG_JPEG_BAD_TABLE: JPEGFindings.malformedTable
    case CIMG_JPEG_MISSING_TABLE: JPEGFindings.missingTable
    case CIMG_JPEG_UNSUPPORTED_CODING: JPEGFindings.codingNotVerified
    default: JPEGFindings.decoderComplaint
    }
  }

  /// A file without EOI: when all blocks were there, only the marker is missing; else it was cut.
  private static func endFindings(_ messages: [Message], byteCount: Int) -> [Finding] {
    let ranOut = messages.contains {
      [CIMG_JPEG_HIT_MARKER, CIMG_JPEG_BAD_HUFFMAN, CIMG_JPEG_BAD_ARITHMETIC, CIMG_JPEG_MUST_RESYNC].contains($0.code)
    }
    let after = "after \(counted(byteCount, "byte"))"
    return ranOut
      ? [Finding(JPEGFindings.truncated, "file ends \(after), inside the picture data", at: byteCount)]
      : [Finding(JPEGFindings.missingEOI, "file ends \(after) without the marker EOI", at: byteCount)]
  }

  private static func lowercasedFirst(_ text: String) -> String {
    // `JPEG`, `DNL` and the like keep their capitals.
    guard let second = text.dropFirst().first, second.isLowercase else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
