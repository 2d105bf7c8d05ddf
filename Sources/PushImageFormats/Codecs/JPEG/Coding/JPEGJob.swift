internal import CImageCodecs

/// How one call of libjpeg-turbo ended.
struct JPEGJob {
  /// Everything it said.
  let messages: [JPEGReferenceDecoder.Message]
  private let status: Int32

  /// Reads the report of a job that is over.
  init(_ report: cimg_report) {
    messages = JPEGReferenceDecoder.messages(of: report)
    status = report.status
  }

  /// It came to its end; warnings may still tell of damage.
  var isCompleted: Bool { status == Int32(CIMG_COMPLETED.rawValue) }

  /// What is said of damage that changes pixels: not of metadata, bytes between header segments or a missing EOI.
  var damage: [JPEGReferenceDecoder.Message] {
    let harmless = [
      CIMG_JPEG_ADOBE_XFORM, CIMG_JPEG_JFIF_VERSION, CIMG_JPEG_EXTRANEOUS_HEADER, CIMG_JPEG_EOF,
    ]
    return messages.filter { message in !harmless.contains { $0 == message.code } }
  }

  /// - Throws: `PushImageError` when memory could not be had.
  func requireMemory() throws(PushImageError) {
    guard status == Int32(CIMG_OUT_OF_MEMORY.rawValue) else { return }
    throw PushImageError(.outOfMemory, "no memory for the pixels of a JPEG", underlying: messages.last?.text)
  }

  /// The error for what the library could not do.
  var failure: PushImageError {
    PushImageError(.undecodable, "libjpeg-turbo cannot decode the picture", underlying: messages.last?.text)
  }

  /// Runs a job that makes bytes; nil unless it completed.
  static func makeBytes(
    limits: Limits,
    _ body: (UnsafePointer<cimg_budget>, UnsafeMutablePointer<cimg_report>, UnsafeMutablePointer<cimg_bytes>) -> Void
  ) -> (bytes: [UInt8]?, job: JPEGJob) {
    var budget = JPEGReferenceDecoder.budget(limits)
    var report = cimg_report()
    var output = unsafe cimg_bytes()
    unsafe body(&budget, &report, &output)
    defer { unsafe cimg_bytes_free(&output) }
    let job = JPEGJob(report)
    guard job.isCompleted, let start = unsafe output.bytes else { return (nil, job) }
    return unsafe (Array(UnsafeBufferPointer(start: start, count: output.count)), job)
  }
}
