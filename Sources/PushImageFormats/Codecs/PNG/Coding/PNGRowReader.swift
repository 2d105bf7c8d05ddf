/// Reads the rows of a picture one by one, as they are stored but for their filters; memory for two rows.
///
/// Interlaced pictures come pass by pass. What stands behind the last row is not looked at.
@safe struct PNGRowReader: ~Copyable {
  /// Bytes behind each row that fast loops may touch.
  private static let slack = 32

  /// Why there are no more rows.
  enum End: Sendable, Equatable {
    case cut, fault, illegalFilter
  }

  private let pieces: [Range<Int>]
  private let pixelByteCount: Int
  private let capacity: Int
  /// Filter byte and bytes of the row at work, and of the one before.
  private var current: UnsafeMutablePointer<UInt8>
  private var previous: UnsafeMutablePointer<UInt8>
  private var inflater = Inflater()
  private var pieceIndex = 0
  private var position = 0
  /// Of the inflater's output, what is used.
  private var outputOffset = 0
  private var outputCount = 0
  /// The zlib stream ended as it should.
  private var isStreamWhole = false
  /// Set when the inflater has no more to give.
  private(set) var end: End?

  /// Rows of at most `source.header.rowByteCount` bytes.
  init(_ source: PNGSource) {
    pieces = source.pieces
    pixelByteCount = max(1, source.header.bitsPerPixel / 8)
    capacity = source.header.rowByteCount + 1 + Self.slack
    unsafe current = .allocate(capacity: capacity)
    unsafe previous = .allocate(capacity: capacity)
    unsafe current.initialize(repeating: 0, count: capacity)
    unsafe previous.initialize(repeating: 0, count: capacity)
  }

  deinit {
    unsafe current.deallocate()
    unsafe previous.deallocate()
  }

  /// Before the first row of a pass there is one of zeros.
  mutating func beginPass() {
    unsafe current.update(repeating: 0, count: capacity)
  }

  /// Reads the next row of `byteCount` bytes; false when there is none, and `end` says why.
  ///
  /// - Precondition: `byteCount` is at most that of the header.
  mutating func next(_ bytes: Span<UInt8>, byteCount: Int) -> Bool {
    precondition(byteCount + 1 + Self.slack <= capacity, "a row is at most as wide as the picture")
    unsafe swap(&current, &previous)
    guard fill(bytes, byteCount + 1) else { return false }
    let filter = unsafe current[0]
    guard filter <= 4 else {
      end = .illegalFilter
      return false
    }
    unsafe PNGUnfilter.undo(
      filter, UnsafeMutableRawPointer(current + 1), UnsafeRawPointer(previous + 1), count: byteCount,
      pixelByteCount: pixelByteCount)
    return true
  }

  /// Lends the last row that was read, of `byteCount` bytes.
  func withRow<Result>(_ byteCount: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: current + 1, count: byteCount).span)
  }

  /// Reads on behind the last row: whether the stream ends there, and the chunks with it.
  mutating func endsHere(_ bytes: Span<UInt8>) -> Bool {
    guard outputOffset == outputCount else { return false }
    while end == nil {
      if inflateMore(bytes, limit: pixelByteCount), outputCount > 0 { return false }
    }
    return isStreamWhole && pieceIndex == pieces.count - 1 && position == pieces[pieceIndex].count
  }

  /// Inflates `count` bytes into the row at work.
  private mutating func fill(_ bytes: Span<UInt8>, _ count: Int) -> Bool {
    var filled = 0
    while filled < count {
      if outputOffset == outputCount {
        guard inflateMore(bytes, limit: count - filled) else { return false }
        continue
      }
      let step = min(count - filled, outputCount - outputOffset)
      let target = unsafe current + filled
      let offset = outputOffset
      inflater.withOutput { output in
        unsafe output.withUnsafeBufferPointer { source in
          guard let start = source.baseAddress else { return }
          unsafe target.update(from: start + offset, count: step)
        }
      }
      filled += step
      outputOffset += step
    }
    return true
  }

  /// Makes more output; false when there is none to come.
  ///
  /// - Parameter limit: what is left of a row. A stream with a small window is read row by row, as by libpng.
  private mutating func inflateMore(_ bytes: Span<UInt8>, limit: Int) -> Bool {
    guard end == nil else { return false }
    guard pieceIndex < pieces.count else {
      end = .cut
      return false
    }
    let piece = bytes.extracting(pieces[pieceIndex])
    switch inflater.read(piece, &position, limit: inflater.hasSmallWindow ? min(limit, 65_536) : nil) {
    case .output: break
    case .wantsInput:
      pieceIndex += 1
      position = 0
    case .ended:
      isStreamWhole = true
      end = .cut
    case .failed: end = .fault
    }
    outputOffset = 0
    outputCount = inflater.withOutput { $0.count }
    return outputCount > 0 || end == nil
  }
}
