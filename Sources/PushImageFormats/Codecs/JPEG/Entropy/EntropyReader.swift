internal import Glibc

/// Reads entropy-coded bits of a JPEG: a window of un-stuffed bytes and a 64-bit bit buffer over it.
///
/// The only file of the native JPEG engine that touches raw memory by pointer, with the scan loops that borrow its
/// tables. Invariant: at least `padding` zero bytes follow the valid bytes of the window, and a scan asks
/// `ensureRoom()` before every block group, of which none can consume `padding` bytes; so no load leaves the window.
@safe
struct EntropyReader: ~Copyable {
  /// Un-stuffed bytes held at once.
  static let windowByteCount = 32_768
  /// Zero bytes after the window: more than the largest MCU (10 blocks of 64 coefficients of 26 bits: 2,080 bytes).
  static let padding = 4_096

  private let window: UnsafeMutablePointer<UInt8>
  private let input: UnsafeBufferPointer<UInt8>
  /// Valid un-stuffed bytes in the window.
  private var validCount = 0
  /// The window holds the last byte before a marker or the end of the input.
  private var reachedMarker = false
  /// Next byte of the input to take; at a marker, its first 0xFF.
  private(set) var inputOffset: Int

  private var next: UnsafePointer<UInt8>
  private var slideLimit: UnsafePointer<UInt8>
  /// Left-aligned bits.
  var bits: UInt64 = 0
  /// Valid bits in `bits`; below zero never, above 63 never.
  var bitCount = 0

  /// Reads `input` from `offset`. The input must outlive the reader.
  init(_ input: UnsafeBufferPointer<UInt8>, from offset: Int) {
    unsafe window = .allocate(capacity: Self.windowByteCount + Self.padding)
    unsafe window.initialize(repeating: 0, count: Self.windowByteCount + Self.padding)
    unsafe self.input = input
    inputOffset = offset
    unsafe next = UnsafePointer(window)
    unsafe slideLimit = UnsafePointer(window)
    fill()
  }

  deinit { unsafe window.deallocate() }

  /// Tops the bit buffer up to at least 56 bits.
  @inline(__always)
  mutating func refill() {
    bits |= unsafe UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)) &>> UInt64(bitCount)
    unsafe next += (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  /// Consumes up to 56 bits that a `refill()` has provided.
  @inline(__always)
  mutating func drop(_ count: Int) {
    bits = bits &<< UInt64(count)
    bitCount &-= count
  }

  /// Consumes up to 64 bits without looking at them.
  @inline(__always)
  mutating func skip(_ count: Int) {
    if _fastPath(count <= bitCount && count < 64) { return drop(count) }
    var rest = count
    while rest > 0 {
      let part = min(rest, 48)
      refill()
      drop(part)
      rest -= part
    }
  }

  /// The next `count` bits, 1…16, as a number; they are consumed. A `refill()` must precede.
  @inline(__always)
  mutating func take(_ count: Int) -> Int {
    let value = Int(bits &>> UInt64(64 &- count))
    drop(count)
    return value
  }

  /// Makes sure that `padding` bytes can be consumed; false when the scan already ran past its end.
  @inline(__always)
  mutating func ensureRoom() -> Bool {
    if unsafe _fastPath(next <= slideLimit) { return true }
    return slide()
  }

  /// What is left when the last block was read: exactly the padding bits of the last byte, or a fault.
  func finish() throws(ScanFault) -> Int {
    try endInterval()
    return inputOffset
  }

  /// Ends a restart interval: all bytes consumed, the restart marker `number` next.
  mutating func restart(_ number: Int) throws(ScanFault) {
    try endInterval()
    var offset = inputOffset
    while unsafe offset + 1 < input.count && input[offset] == 0xFF && input[offset + 1] == 0xFF { offset += 1 }
    guard unsafe offset + 1 < input.count, unsafe input[offset + 1] == 0xD0 + UInt8(number & 7) else {
      throw .restartMismatch
    }
    inputOffset = offset + 2
    validCount = 0
    reachedMarker = false
    bits = 0
    bitCount = 0
    unsafe next = UnsafePointer(window)
    fill()
  }

  private func endInterval() throws(ScanFault) {
    let consumed = unsafe (next - UnsafePointer(window)) - bitCount >> 3
    guard consumed <= validCount else { throw .truncated }
    guard reachedMarker, consumed == validCount else { throw .extraneousBytes(validCount - consumed) }
  }

  @inline(never)
  private mutating func slide() -> Bool {
    unsafe next -= bitCount >> 3
    bitCount &= 7
    bits = bitCount == 0 ? 0 : bits & ~(UInt64.max &>> UInt64(bitCount))
    let consumed = unsafe next - UnsafePointer(window)
    guard consumed <= validCount else { return false }
    validCount -= consumed
    unsafe memmove(window, next, validCount)
    unsafe next = UnsafePointer(window)
    fill()
    return true
  }

  /// Un-stuffs input into the window until it is full or a marker stands.
  private mutating func fill() {
    guard let source = unsafe input.baseAddress else { return markEnd() }
    while !reachedMarker && validCount < Self.windowByteCount {
      let room = unsafe min(Self.windowByteCount - validCount, input.count - inputOffset)
      guard room > 0 else { return markEnd() }
      let start = unsafe source + inputOffset
      let found = unsafe memchr(start, 0xFF, room)
      let run = unsafe found.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? room
      unsafe memcpy(window + validCount, start, run)
      validCount += run
      inputOffset += run
      if run < room { takeStuffedByte() }
    }
    if reachedMarker { return markEnd() }
    unsafe slideLimit = UnsafePointer(window) + (Self.windowByteCount - Self.padding)
  }

  /// At 0xFF: one data byte when zero follows (fill bytes between are skipped, as libjpeg does), else a marker.
  private mutating func takeStuffedByte() {
    var follow = inputOffset + 1
    while unsafe follow < input.count && input[follow] == 0xFF { follow += 1 }
    guard unsafe follow < input.count, unsafe input[follow] == 0 else {
      reachedMarker = true
      return
    }
    unsafe window[validCount] = 0xFF
    validCount += 1
    inputOffset = follow + 1
  }

  /// Zeros follow the last byte. A reader that stands more than its look-ahead past it has run out.
  private mutating func markEnd() {
    reachedMarker = true
    unsafe memset(window + validCount, 0, min(Self.padding, Self.windowByteCount + Self.padding - validCount))
    unsafe slideLimit = UnsafePointer(window) + validCount + 8
  }
}
