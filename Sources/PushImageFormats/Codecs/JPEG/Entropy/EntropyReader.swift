internal import Glibc

/// Un-stuffs entropy-coded bytes of a JPEG into a window that a `BitBuffer` reads.
///
/// With `BitBuffer` and `HuffmanDecoder` the only place where the native JPEG engine touches raw memory. Invariant: at
/// least `padding` bytes (data or zeros) follow `BitBuffer.limit` in the window, and a scan asks `hasRoom` before every
/// block group, of which none can consume `padding` bytes; so no load leaves the window.
@safe
struct EntropyReader: ~Copyable {
  /// Un-stuffed bytes held at once.
  static let windowByteCount = 32_768
  /// More than the largest MCU: 10 blocks of 64 coefficients of 26 bits are 2,080 bytes.
  static let padding = 4_096

  private let window: UnsafeMutablePointer<UInt8>
  private let input: UnsafeBufferPointer<UInt8>
  /// Valid un-stuffed bytes in the window.
  private var validCount = 0
  /// The window holds the last byte before a marker or the end of the input.
  private var reachedMarker = false
  /// Next byte of the input to take; at a marker, its first 0xFF.
  private(set) var inputOffset: Int

  /// The window may hold other bytes than zero up to here.
  private var dirtyCount = 0
  private let time: ProcessorBudget
  private var clockCount = 0
  /// The scan was given up because the time was used up; whatever fault it threw is no fault of the file.
  private(set) var isOverTime = false

  /// Reads `input` from `offset`. The input must outlive the reader.
  init(_ input: UnsafeBufferPointer<UInt8>, from offset: Int, within time: ProcessorBudget) {
    unsafe window = .allocate(capacity: Self.windowByteCount + Self.padding)
    unsafe window.initialize(repeating: 0, count: Self.windowByteCount + Self.padding)
    unsafe self.input = input
    self.time = time
    inputOffset = offset
  }

  deinit { unsafe window.deallocate() }

  /// Fills the window from the present offset and stands before its first bit.
  mutating func start() -> BitBuffer {
    validCount = 0
    reachedMarker = false
    fill()
    return unsafe BitBuffer(next: UnsafePointer(window), limit: limit)
  }

  /// Moves the rest to the front of the window and fills it up; nil when more was consumed than there is.
  @inline(never)
  mutating func slide(_ buffer: BitBuffer) -> BitBuffer? {
    let partial = buffer.bitCount & 7
    let rest = unsafe buffer.next - buffer.bitCount >> 3
    let consumed = unsafe rest - UnsafePointer(window)
    guard consumed <= validCount, hasTime(every: 16) else { return nil }
    validCount -= consumed
    unsafe memmove(window, rest, validCount)
    fill()
    let bits = partial == 0 ? 0 : buffer.bits & ~(UInt64.max &>> UInt64(partial))
    return unsafe BitBuffer(next: UnsafePointer(window), limit: limit, bits: bits, bitCount: partial)
  }

  /// The offset of the marker after the scan.
  ///
  /// - Throws: `truncated` when bits are missing, `extraneousBytes` when whole bytes are left before the marker.
  func finish(_ buffer: BitBuffer) throws(ScanFault) -> Int {
    let consumed = unsafe (buffer.next - UnsafePointer(window)) - buffer.bitCount >> 3
    guard consumed <= validCount else { throw .truncated }
    guard reachedMarker, consumed == validCount else { throw .extraneousBytes(validCount - consumed) }
    return inputOffset
  }

  /// Ends a restart interval: all bytes consumed, the restart marker `number` (modulo 8) next.
  mutating func restart(_ number: Int, _ buffer: BitBuffer) throws(ScanFault) -> BitBuffer {
    var offset = inputOffset
    while unsafe offset + 1 < input.count && input[offset] == 0xFF && input[offset + 1] == 0xFF { offset += 1 }
    let isDue = unsafe offset + 1 < input.count && input[offset + 1] == 0xD0 + UInt8(number & 7)
    do throws(ScanFault) {
      _ = try finish(buffer)
    } catch .extraneousBytes(let count) where isDue && reachedMarker {
      throw .extraneousBytes(count)
    } catch .extraneousBytes {
      // The interval was longer than its blocks: its marker is missing.
      throw .restartMismatch
    }
    guard isDue else { throw .restartMismatch }
    guard hasTime(every: 4_096) else { throw .truncated }
    inputOffset = offset + 2
    return start()
  }

  /// Looks at the clock once in `turns` calls.
  private mutating func hasTime(every turns: Int) -> Bool {
    clockCount &+= 1
    if clockCount % turns == 0, time.isUsedUp { isOverTime = true }
    return !isOverTime
  }

  private var limit: UnsafePointer<UInt8> {
    // At the end a look-ahead of 8 bytes is no overrun yet; zeros follow.
    unsafe UnsafePointer(window) + (reachedMarker ? validCount + 8 : Self.windowByteCount - Self.padding)
  }

  /// Un-stuffs input until the window is full or a marker stands; zeros follow the last byte.
  private mutating func fill() {
    if let source = unsafe input.baseAddress {
      while !reachedMarker && validCount < Self.windowByteCount { unsafe takeRun(source) }
    } else {
      reachedMarker = true
    }
    dirtyCount = max(dirtyCount, validCount)
    // Only what was written is zeroed: intervals may be a byte long and a million.
    if reachedMarker, dirtyCount > validCount {
      unsafe memset(window + validCount, 0, dirtyCount - validCount)
      dirtyCount = validCount
    }
  }

  /// Copies up to the next 0xFF; there, one data byte when zero follows, else a marker.
  private mutating func takeRun(_ source: UnsafePointer<UInt8>) {
    let room = unsafe min(Self.windowByteCount - validCount, input.count - inputOffset)
    guard room > 0 else { return reachedMarker = true }
    let start = unsafe source + inputOffset
    let found = unsafe memchr(start, 0xFF, room)
    let run = unsafe found.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? room
    unsafe memcpy(window + validCount, start, run)
    validCount += run
    inputOffset += run
    guard run < room else { return }
    // Fill bytes before a zero are skipped, as libjpeg does.
    var follow = inputOffset + 1
    while unsafe follow < input.count && input[follow] == 0xFF { follow += 1 }
    guard unsafe follow < input.count, unsafe input[follow] == 0 else { return reachedMarker = true }
    unsafe window[validCount] = 0xFF
    validCount += 1
    inputOffset = follow + 1
  }
}
