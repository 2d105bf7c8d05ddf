import Glibc
import PushImage

/// Fills memory from a descriptor; freed unless it becomes `FileBytes`.
@safe struct ByteBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity: Int
  private(set) var count = 0

  /// Room for exactly `capacity` bytes; nil when there is no such memory.
  init?(capacity: Int) {
    unsafe memory = capacity == 0 ? nil : Self.allocate(capacity)
    self.capacity = capacity
    if unsafe memory == nil && capacity > 0 { return nil }
  }

  deinit { unsafe free(memory) }

  /// Large files get large pages for their whole multiples, where the system has them: a fault for every 4 KiB is a
  /// tenth of the time that a picture of some megabytes takes (2 ms of 23 for a GIF of 7 MB).
  private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer? {
    let pageByteCount = 2 << 20
    guard capacity >= pageByteCount else { return unsafe malloc(capacity) }
    guard let memory = unsafe aligned_alloc(pageByteCount, capacity) else { return nil }
    _ = unsafe madvise(memory, capacity / pageByteCount * pageByteCount, MADV_HUGEPAGE)
    return unsafe memory
  }

  /// No room is left.
  var isFull: Bool { count == capacity }

  /// Room for `capacity` bytes in all, at least as many as are filled; false when there is no such memory.
  mutating func resize(to capacity: Int) -> Bool {
    guard capacity >= max(count, 1), let moved = unsafe realloc(memory, capacity) else { return false }
    unsafe memory = moved
    self.capacity = capacity
    return true
  }

  /// One `read`: how many bytes came, 0 at the end.
  mutating func fill(from descriptor: Int32) throws(SystemError) -> Int {
    guard let memory = unsafe memory, !isFull else { return 0 }
    while true {
      let result = unsafe read(descriptor, memory + count, capacity - count)
      if result >= 0 {
        count += result
        return result
      }
      guard errno == EINTR, Interrupt.signalNumber == nil else { throw SystemError.last }
    }
  }

  /// Forgets what is filled.
  mutating func empty() { count = 0 }

  /// Lends what is filled.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let filled = unsafe UnsafeBufferPointer(start: memory?.assumingMemoryBound(to: UInt8.self), count: count)
    return unsafe body(filled.span)
  }

  /// What a quick check wants to have of a file of so many bytes beyond what is filled; nil when it is enough.
  func wantedByteCount(ofFile byteCount: Int) -> Int? {
    guard count < byteCount else { return nil }
    return withSpan { Checker.wantedByteCount(after: $0, ofFile: byteCount) }
  }

  /// Hands the memory over, cut to the first `head` bytes.
  consuming func finish(head: Int = .max) -> FileBytes {
    if head < count {
      count = head
      _ = resize(to: head)
    }
    let bytes = unsafe FileBytes(adopting: memory, count: count)
    unsafe memory = nil
    return bytes
  }
}
