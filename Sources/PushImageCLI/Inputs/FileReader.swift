import Glibc
import PushImage

/// Reads a regular file whole: one open, one allocation of its size, and a look before and after.
///
/// Never waits for anybody: pipes, sockets and devices are told by their type before a byte is read.
struct FileReader: InputReader {
  /// Of a file over the limit, what is read to judge its header.
  static let headByteCount = 1 << 20

  func read(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput {
    try Self.reporting { try read(input.place, maxByteCount: maxByteCount) }
  }

  func readHead(_ input: Input, maxByteCount: Int?) throws(PushImageError) -> LoadedInput {
    try Self.reporting { try readHead(input.place) }
  }

  /// The first bytes of anything that can be read, at most so many: pipes and devices are waited for.
  static func readBeginning(of path: FilePath, byteCount: Int) throws(PushImageError) -> FileBytes {
    try reporting { try bytes(of: try path.open(O_RDONLY | O_NOCTTY), byteCount: byteCount) }
  }

  /// Every failure becomes one that says that the input cannot be read.
  private static func reporting<Result>(_ work: () throws -> Result) throws(PushImageError) -> Result {
    do {
      return try work()
    } catch let error as PushImageError {
      throw error
    } catch let error as SystemError {
      throw error.unreadable("cannot be read")
    } catch {
      throw PushImageError(.unreadable, "cannot be read", underlying: "\(error)")
    }
  }

  /// Reads on as long as the header lies further behind.
  private func readHead(_ place: Input.Place) throws -> LoadedInput {
    let file = try open(place)
    let status = try Self.regularStatus(of: file)
    let byteCount = Int(status.st_size)
    guard var buffer = ByteBuffer(capacity: Checker.quickCheckByteCount) else {
      throw PushImageError(.outOfMemory, "no memory for a header")
    }
    var wanted = min(Checker.quickCheckByteCount, byteCount)
    while true {
      while buffer.count < wanted, try buffer.fill(from: file.number) > 0 {}
      guard buffer.count >= wanted else { throw PushImageError(.changedWhileRead, "changed while it was read") }
      guard let more = buffer.wantedByteCount(ofFile: max(byteCount, buffer.count)) else { break }
      guard buffer.resize(to: more) else { throw PushImageError(.outOfMemory, "no memory for a header") }
      wanted = more
    }
    let bytes = buffer.finish()
    return LoadedInput(bytes: bytes, byteCount: max(byteCount, bytes.count), identity: FileIdentity(status))
  }

  /// Pipes, sockets and devices are not read.
  private static func regularStatus(of file: FileDescriptor) throws -> stat {
    let status = try file.status()
    let kind = FileKind(status)
    guard kind == .regular else { throw PushImageError(.unreadable, kind.complaint) }
    return status
  }

  private func read(_ place: Input.Place, maxByteCount: Int?) throws -> LoadedInput {
    let file = try open(place)
    let before = try Self.regularStatus(of: file)
    let byteCount = Int(before.st_size)
    let wanted = byteCount > maxByteCount ?? .max ? min(Self.headByteCount, byteCount) : byteCount
    // One byte of an empty file is asked for: the system's own files (`/proc`) say 0 whatever they hold.
    let bytes = try Self.bytes(of: file, byteCount: max(wanted, 1))
    let after = try file.status()
    guard bytes.count == wanted, after.st_size == before.st_size, after.st_mtim == before.st_mtim else {
      throw PushImageError(.changedWhileRead, "changed while it was read")
    }
    return LoadedInput(bytes: bytes, byteCount: byteCount, identity: FileIdentity(before))
  }

  // MARK: - Opening

  /// Non-blocking, so that a pipe that has taken the file's place is not waited for.
  private static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  private func open(_ place: Input.Place) throws -> FileDescriptor {
    switch place {
    case .named(let path): try path.open(Self.flags)
    case .entry(let name, let folder): try name.open(Self.flags | O_NOFOLLOW, in: folder)
    case .linked(let target, let root): try Self.open(target, below: root)
    case .standardInput, .url: throw PushImageError(.unreadable, "is no file")
    }
  }

  /// Step by step from the root, so that no folder on the way can be exchanged for a link that leaves it.
  private static func open(_ target: FilePath, below root: FileDescriptor) throws -> FileDescriptor {
    var folder = root
    let components = target.bytes.split(separator: UInt8(ascii: "/")).map(FilePath.init)
    for component in components.dropLast() {
      folder = try component.open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder)
    }
    return try (components.last ?? target).open(flags | O_NOFOLLOW, in: folder)
  }

  // MARK: - Reading

  /// At most `byteCount` bytes from the start; fewer when the file ends earlier.
  private static func bytes(of file: FileDescriptor, byteCount: Int) throws -> FileBytes {
    guard var buffer = ByteBuffer(capacity: byteCount) else {
      throw PushImageError(.outOfMemory, "no memory for \(byteCount.grouped) bytes")
    }
    while !buffer.isFull, try buffer.fill(from: file.number) > 0 {}
    return buffer.finish()
  }
}

private func == (left: timespec, right: timespec) -> Bool {
  left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
}
