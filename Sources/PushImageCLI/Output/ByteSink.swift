import Glibc
import PushImage

/// Buffered writing to a descriptor with `write(2)`. One thread only.
final class ByteSink {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private let title: String
  private var buffer: [UInt8] = []

  /// - Parameter title: what the diagnostics call it.
  init(descriptor: Int32, title: String) {
    self.descriptor = descriptor
    self.title = title
  }

  func write(_ bytes: some Sequence<UInt8>) throws(PushImageError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Passes on what is held back.
  func flush() throws(PushImageError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try Self.writeAll(buffer, to: descriptor)
    } catch {
      // Whoever reads us has gone, which is their right: end as quietly as any filter does.
      if error.number == EPIPE { throw PushImageError(.brokenPipe, title) }
      throw error.unwritable("\(title) cannot be written")
    }
  }

  /// Every byte, however many calls it takes.
  static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    var failure: SystemError?
    let lent: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      unsafe failure = writeAll(UnsafeRawBufferPointer(buffer), to: descriptor)
    }
    if lent == nil { return try writeAll(Array(bytes), to: descriptor) }
    if let failure { throw failure }
  }

  private static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> SystemError? {
    var rest = unsafe buffer[...]
    while unsafe !rest.isEmpty {
      let written = unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written >= 0 {
        unsafe rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        // Somebody made the terminal or pipe non-blocking; wait as a blocking write would have.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&ready, 1, -1)
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }
}

extension PushImageError.Code {
  /// The reader of our output has gone.
  static let brokenPipe = Self(rawValue: "broken-pipe")
}
