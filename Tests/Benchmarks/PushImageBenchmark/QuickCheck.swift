import Glibc
import PushImage

/// A quick check of a file as the command line tool makes it: open, read the beginning, judge, close.
enum QuickCheck {
  static func check(_ path: String, named name: String, by checker: Checker) -> Report {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { stop("cannot open \(path)") }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    let byteCount = Int(status.st_size)
    var wanted = min(byteCount, Checker.quickCheckByteCount)
    while true {
      let head = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        filled = max(0, pread(descriptor, buffer.baseAddress, wanted, 0))
      }
      let candidate = Candidate(head: head, byteCount: byteCount, name: name)
      guard let more = checker.wantedByteCount(after: candidate) else { return checker.quickCheck(candidate) }
      wanted = more
    }
  }
}
