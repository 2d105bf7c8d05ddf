internal import CImageCodecs

/// giflib, row by row: whether the format's own library reads every frame to its last pixel.
enum GIFReferenceDecoder {
  /// What giflib complains of, or the limit that stopped it; empty when it read the whole file.
  static func findings(_ bytes: Span<UInt8>, limits: Limits) throws(PushImageError) -> [Finding] {
    var budget = cimg_budget()
    budget.max_pixel_count = limits.maxDecodedPixelCount.map { UInt64(max(1, $0)) } ?? 0
    budget.max_cpu_milliseconds = limits.maxCPUSeconds.map { UInt32(clamping: max(1, Int64($0 * 1000))) } ?? 0
    var report = cimg_report()
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cimg_gif_verify(buffer.baseAddress, buffer.count, &budget, &report)
    }
    switch UInt32(bitPattern: report.status) {
    case CIMG_COMPLETED.rawValue: return []
    case CIMG_OUT_OF_MEMORY.rawValue: throw PushImageError(.outOfMemory, "no memory left to decode a GIF")
    case CIMG_OVER_BUDGET.rawValue: return [overBudget(limits)]
    default: return [complaint(of: report)]
    }
  }

  /// Pixels were summed before, so what is left is time.
  private static func overBudget(_ limits: Limits) -> Finding {
    let limit = limits.maxCPUSeconds ?? 0
    return Finding(
      LimitFindings.timeTooLarge,
      "decoding took more than \(limit) s of processor time; that is the limit maxCPUSeconds",
      limit: limit, unit: .seconds)
  }

  private static func complaint(of report: cimg_report) -> Finding {
    let message = report.messages.0
    let text = unsafe withUnsafeBytes(of: message.text) { raw in
      unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Finding(kind(ofCode: message.code), "giflib: \(text)", at: Int(clamping: message.byte_offset))
  }

  /// giflib's codes to our kinds; what it does not name is a complaint of its own.
  static func kind(ofCode code: Int32) -> Finding.Kind {
    switch Int(code) {
    case Int(CIMG_GIF_READ_FAILED): GIFFindings.truncated
    case Int(CIMG_GIF_NOT_A_GIF), Int(CIMG_GIF_NO_SCREEN): GIFFindings.malformedHeader
    case Int(CIMG_GIF_WRONG_RECORD): GIFFindings.malformedBlock
    case Int(CIMG_GIF_IMAGE_DEFECT): GIFFindings.malformedFrameData
    case Int(CIMG_GIF_DATA_ENDED): GIFFindings.truncatedFrame
    case Int(CIMG_GIF_EMPTY_FRAME): GIFFindings.malformedFrameSize
    default: GIFFindings.decoderComplaint
    }
  }
}
