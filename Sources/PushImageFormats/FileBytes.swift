import Glibc

/// The bytes of one file in memory that was never zeroed and is never copied; freed with the last owner.
///
/// Made by whoever reads or fetches files; a candidate holds it like any other collection of bytes.
@safe public final class FileBytes: RandomAccessCollection, @unchecked Sendable {
  // Unchecked: nothing writes to the memory from here on.
  private let buffer: UnsafeBufferPointer<UInt8>

  /// Takes over memory from `malloc`, of which the first `count` bytes are filled and nothing writes any more.
  package init(adopting memory: UnsafeMutableRawPointer?, count: Int) {
    unsafe buffer = UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// No bytes at all.
  public convenience init() { unsafe self.init(adopting: nil, count: 0) }

  deinit { unsafe free(UnsafeMutableRawPointer(mutating: buffer.baseAddress)) }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int { unsafe buffer.count }

  /// The byte at a position.
  ///
  /// - Precondition: `position` is in `indices`.
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex, "no such byte")
    return unsafe buffer[position]
  }

  /// Lends the bytes as one span.
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(buffer.span)
  }

  /// Lends the bytes where they are.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    // An empty file has no memory, and a span of no bytes needs none.
    try unsafe body(buffer)
  }
}
