import Glibc
import PushImage

/// Reads standard input to its end, or to one byte over the limit: an endless stream has an end for us.
///
/// What begins like nothing that is verified is counted and digested, and not kept.
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
      let known = buffer.count
      if try buffer.fill(from: STDIN_FILENO) == 0 { break }
      if known < Sniffer.maxByteCount, buffer.count >= Sniffer.maxByteCount,
        !buffer.withSpan(Checker.verifies(fileBeginningWith:))
      {
        return try countRest(after: consume buffer, cap)
      }
    }
    if buffer.count > cap { return try tooLong(consume buffer) }
    _ = buffer.resize(to: max(buffer.count, 1))
    let bytes = buffer.finish()
    return LoadedInput(bytes: bytes, byteCount: bytes.count)
  }

  /// Reads on without keeping anything.
  private func countRest(after head: consuming ByteBuffer, _ cap: Int) throws -> LoadedInput {
    guard let digest = RunningDigest(), var chunk = ByteBuffer(capacity: Self.firstCapacity) else {
      throw OutOfMemory()
    }
    head.withSpan { digest.add($0) }
    var byteCount = head.count
    while try chunk.fill(from: STDIN_FILENO) > 0 {
      byteCount += chunk.count
      if byteCount > cap { return LoadedInput(bytes: head.finish(), byteCount: cap + 1) }
      chunk.withSpan { digest.add($0) }
      chunk.empty()
    }
    return LoadedInput(bytes: head.finish(), byteCount: byteCount, wholeDigest: digest.finish())
  }

  /// Judged by its beginning; its size is only known to be over the limit.
  private func tooLong(_ buffer: consuming ByteBuffer) throws -> LoadedInput {
    let byteCount = buffer.count
    return LoadedInput(bytes: buffer.finish(head: FileReader.headByteCount), byteCount: byteCount)
  }

  private struct OutOfMemory: Error {}
}
