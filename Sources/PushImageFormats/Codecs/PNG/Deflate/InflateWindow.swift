/// The latest output of an inflater: 32 KiB that distances may reach, and room for more. Memory does not grow.
///
/// Invariant: `validStart ≤ callStart ≤ position ≤ capacity`; what lies between `validStart` and `position` is output.
@safe
struct InflateWindow: ~Copyable {
  static let historyByteCount = 32_768
  /// Bytes that one call makes at most, when it sets no limit itself.
  static let roomByteCount = 131_072
  private static let softEnd = historyByteCount + roomByteCount
  private static let capacity = softEnd + InflateLoop.outputReserve

  private let start: UnsafeMutablePointer<UInt8>
  /// The oldest byte still there.
  private var validStart = 0
  /// Where the output of the present call begins.
  private(set) var callStart = 0
  /// Behind the output.
  private(set) var position = 0
  /// The call makes no more than up to here; the last match may go on into the reserve when there is no limit.
  private var end = softEnd
  private var hardEnd = capacity
  /// The first byte that a distance may reach: the declared window before the call, and all of the call. So does zlib.
  private var historyStart = 0
  /// Up to here the output is in the checksum.
  private var summedEnd = 0

  init() {
    // Not filled, which would cost a small picture more than all the rest: a wide load may read bytes behind the output,
    // but what it copies of them is overwritten before it counts as output.
    unsafe start = .allocate(capacity: Self.capacity)
  }

  deinit { unsafe start.deallocate() }

  var isFull: Bool { position >= end }
  /// Bytes that the present call has made.
  var producedByteCount: Int { position - callStart }

  /// Begins a call that makes at most `limit` bytes, or what there is room for, of a stream with this window.
  mutating func begin(limit: Int?, windowByteCount: Int) {
    let wanted = min(limit ?? 1, Self.roomByteCount)
    if Self.softEnd - position < wanted { slide() }
    callStart = position
    historyStart = max(validStart, callStart - windowByteCount)
    end = limit == nil ? Self.softEnd : position + wanted
    hardEnd = limit == nil ? Self.capacity : end
  }

  private mutating func slide() {
    let kept = min(position - validStart, Self.historyByteCount)
    unsafe start.update(from: start + (position - kept), count: kept)
    validStart = 0
    position = kept
    summedEnd = kept
  }

  /// The output of the present call.
  func withOutput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(Span(_unsafeStart: start + callStart, count: position - callStart))
  }

  /// Adds what is new to the checksum.
  mutating func sum(into adler: inout UInt32) {
    adler = unsafe Checksum.adler32(adler, Span(_unsafeStart: start + summedEnd, count: position - summedEnd))
    summedEnd = position
  }

  // MARK: byte by byte

  /// Writes a literal. The window must not be full.
  mutating func append(_ byte: UInt8) {
    guard position < hardEnd else { return }
    unsafe start[position] = byte
    position += 1
  }

  /// Whether a distance, at least 1, stays within what was written and the declared window.
  func reaches(_ distance: Int) -> Bool { distance <= position - historyStart }

  /// Copies from `distance` before, which `reaches` allowed; the number of bytes for which there was room.
  mutating func copy(_ length: Int, _ distance: Int) -> Int {
    guard distance > 0, reaches(distance) else { return 0 }
    let count = min(length, hardEnd - position)
    for _ in 0..<count {
      unsafe start[position] = start[position - distance]
      position += 1
    }
    return count
  }

  /// Takes bytes of `piece` as they are, at most `limit`; how many there was room for.
  mutating func append(_ piece: Span<UInt8>, from offset: Int, limit: Int) -> Int {
    let count = min(limit, piece.count - offset, end - position)
    guard count > 0 else { return 0 }
    unsafe piece.extracting(offset..<offset + count).withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      unsafe (start + position).update(from: base, count: count)
    }
    position += count
    return count
  }

  // MARK: many at once

  /// Runs the hot loop over `piece` from `offset` to `end`, as long as input and room allow. Takes and leaves less than
  /// eight bits; nil when there is not enough input or room to begin.
  mutating func run(
    _ tables: DeflateTables, _ bits: inout DeflateBits, _ piece: Span<UInt8>, _ offset: inout Int, upTo inputEnd: Int
  ) -> InflateLoop.End? {
    let lastRead = min(inputEnd, piece.count - InflateLoop.inputReserve)
    let lastWrite = min(end, hardEnd - InflateLoop.outputReserve)
    guard bits.count < 8, offset <= lastRead, position <= lastWrite else { return nil }
    return unsafe piece.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      var loop = unsafe InflateLoop(
        input: base + offset, inputLimit: base + lastRead, output: start + position, outputLimit: start + lastWrite,
        history: start + historyStart, bits: bits.bits, bitCount: bits.count)
      let end = unsafe loop.run(
        tables.hasRuns ? tables.runs : tables.literals, subtables: tables.literals, tables.distances)
      // Whole bytes that were not used go back.
      let unused = loop.bitCount >> 3
      bits.count = loop.bitCount & 7
      bits.bits = loop.bits & (1 << UInt64(bits.count) - 1)
      offset = unsafe loop.input - base - unused
      position = unsafe loop.output - start
      return end
    }
  }
}
