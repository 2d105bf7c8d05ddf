import Glibc

/// The body of an answer, held where it was received: never copied, freed with its last user.
public struct FetchedBytes: RandomAccessCollection, Sendable {
  /// Owns memory from `malloc`. Never written after it was made, so it may be read from any thread.
  @safe private final class Storage: @unchecked Sendable {
    let buffer: UnsafeBufferPointer<UInt8>

    init(_ buffer: UnsafeBufferPointer<UInt8>) { unsafe self.buffer = buffer }

    deinit { unsafe free(UnsafeMutablePointer(mutating: buffer.baseAddress)) }
  }

  private let storage: Storage

  /// Takes over `count` bytes from `malloc`.
  init(adopting bytes: UnsafeMutablePointer<UInt8>?, count: Int) {
    storage = unsafe Storage(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { unsafe storage.buffer.count }

  /// The byte at a position.
  ///
  /// - Precondition: `position` is in `indices`.
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex, "position outside the body")
    return unsafe storage.buffer[position]
  }

  /// Lends the bytes where they are.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withExtendedLifetime(storage) { unsafe try body(storage.buffer) }
  }
}
