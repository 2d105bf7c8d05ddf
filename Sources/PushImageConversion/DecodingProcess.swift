internal import CForeignCodecs
internal import PushImageFormats

/// A child that decodes one file: its facts, then a profile, then rows, then an end.
///
/// Nothing that it says is believed: a child that a file has taken over can say anything.
@safe struct DecodingProcess: ~Copyable {
  /// What came before the pixels.
  let picture: cforeign_picture
  private let job: OpaquePointer
  private var isFinished = false

  /// Starts it and waits for what comes before the pixels.
  ///
  /// - Throws: `PushImageError` when memory could not be had; a child that refuses is `picture.status`.
  init(_ codec: cforeign_codec, _ request: cforeign_request, _ bytes: Span<UInt8>) throws(PushImageError) {
    var request = unsafe request
    var picture = cforeign_picture()
    let job = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe request.bytes = buffer.baseAddress
      return unsafe cforeign_start(codec, &request, &picture)
    }
    guard let job = unsafe job else { throw PushImageError(.outOfMemory, "no memory to decode a picture") }
    unsafe self.job = job
    self.picture = picture
  }

  deinit {
    guard !isFinished else { return }
    var end = cforeign_end()
    unsafe cforeign_finish(job, &end)
  }

  /// The next bytes, exactly `byteCount` of them; nil when they did not come.
  mutating func read(byteCount: Int) -> [UInt8]? {
    var isRead = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      isRead = unsafe cforeign_read(job, buffer.baseAddress, byteCount)
      count = isRead ? byteCount : 0
    }
    return isRead ? bytes : nil
  }

  /// The next bytes into `row`, all of it; false when they did not come.
  mutating func read(into row: inout [UInt8]) -> Bool {
    unsafe row.withUnsafeMutableBufferPointer { unsafe cforeign_read(job, $0.baseAddress, $0.count) }
  }

  /// Ends it and says how it ended.
  mutating func finish() -> cforeign_end {
    var end = cforeign_end()
    unsafe cforeign_finish(job, &end)
    isFinished = true
    return end
  }
}
