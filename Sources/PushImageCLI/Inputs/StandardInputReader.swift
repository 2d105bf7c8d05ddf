import Glibc
import PushImage

/// Reads standard input to its end, or to one byte over the limit: an endless stream has an end for us.
struct StandardInputReader: InputReader {
  private static let firstCapacity = 1 << 16

  func read(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput {
    do {
      return try readAll(maxByteCount: maxByteCount)
    } catch let error as SystemError {
      if Interrupt.signalNumber != nil { throw PushImageError(.interrupted, "interrupted") }
      throw error.unreadable("cannot be read")
    } catch {
      throw PushImageError(.outOfMemory, "no memory for standard input")
    }
  }

  private func readAll(maxByteCount: Int?) throws -> LoadedInput {
    let cap = maxByteCount ?? .max
    guard var buffer = ByteBuffer(capacity: Self.firstCapacity) else { throw OutOfMemory() }
    while true {
      if buffer.isFull {
        if buffer.count > cap { return try tooLong(consume buffer) }
        // One byte over the limit tells "exactly the limit" from "more".
        let wanted = min(buffer.count.multipliedReportingOverflow(by: 2).partialValue, cap == .max ? cap : cap + 1)
        guard buffer.resize(to: wanted) else { throw OutOfMemory() }
      }
      if try buffer.fill(from: STDIN_FILENO) == 0 { break }
    }
    if buffer.count > cap { return try tooLong(consume buffer) }
    _ = buffer.resize(to: max(buffer.count, 1))
    let bytes = buffer.finish()
    return LoadedInput(bytes: bytes, byteCount: bytes.count)
  }

  /// Judged by its beginning; its size is only known to be over the limit.
  private func tooLong(_ buffer: consuming ByteBuffer) throws -> LoadedInput {
    let byteCount = buffer.count
    return LoadedInput(bytes: buffer.finish(head: FileReader.headByteCount), byteCount: byteCount)
  }

  private struct OutOfMemory: Error {}
}
