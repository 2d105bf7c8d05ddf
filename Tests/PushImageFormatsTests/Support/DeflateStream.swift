import CDeflateOracle

/// What became of a zlib stream: by zlib, or by our own inflater.
struct InflateOutcome: Equatable {
  enum End: Equatable { case whole, cut, malformed, checksum }

  var end: End
  var output: [UInt8]
  /// Bytes of the stream that were read, when it is whole.
  var usedByteCount: Int?
}

/// Streams and verdicts of zlib.
enum DeflateStream {
  /// The names that zlib gives its numbers.
  enum Strategy: CInt, CaseIterable { case standard, filtered, huffmanOnly, runLength, fixed }
  enum Flush: CInt, CaseIterable {
    case partial = 1
    case sync = 2
    case full = 3
    case block = 5
  }

  static func zlib(
    _ bytes: [UInt8], level: Int = 6, windowBits: Int = 15, memoryLevel: Int = 8, strategy: Strategy = .standard,
    flushing flush: Flush = .sync, every interval: Int = 0
  ) -> [UInt8] {
    var settings = oracle_settings(
      level: CInt(level), window_bits: CInt(windowBits), memory_level: CInt(memoryLevel), strategy: strategy.rawValue,
      flush_interval: interval, flush: flush.rawValue)
    let capacity = bytes.count * 2 + 4096 + (interval > 0 ? bytes.count / interval * 64 : 0)
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = oracle_deflate(bytes, bytes.count, &settings, buffer.baseAddress, capacity)
    }
  }

  /// What zlib says, given so many bytes at a time and asked for so many; 0 for all.
  static func inflatedByZlib(_ stream: [UInt8], pieces: Int = 0, limit: Int = 0, capacity: Int) -> InflateOutcome? {
    var result = oracle_result()
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      oracle_inflate(stream, stream.count, pieces, limit, buffer.baseAddress, capacity, &result)
      count = result.output_byte_count
    }
    let end: InflateOutcome.End
    switch oracle_end(rawValue: UInt32(bitPattern: result.end)) {
    case ORACLE_WHOLE: end = .whole
    case ORACLE_CUT: end = .cut
    case ORACLE_CHECKSUM: end = .checksum
    case ORACLE_MALFORMED: end = .malformed
    default: return nil
    }
    return InflateOutcome(end: end, output: output, usedByteCount: end == .whole ? result.used_byte_count : nil)
  }
}
