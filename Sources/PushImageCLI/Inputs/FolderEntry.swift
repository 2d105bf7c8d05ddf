import Glibc
import PushImage

/// One name in a folder.
struct FolderEntry: Sendable {
  let name: FilePath
  let kind: FileKind

  /// Every entry but `.` and `..`, last in byte order first. A folder's name sorts as if it ended in `/`, so that
  /// walking in this order meets the relative paths of all files in byte order.
  static func list(_ folder: FileDescriptor) throws(PushImageError) -> [FolderEntry] {
    // `fdopendir` takes its descriptor over; ours stays open for `openat`.
    let copy = fcntl(folder.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError.last.unreadable("cannot be listed") }
    guard let stream = unsafe fdopendir(copy) else {
      let error = SystemError.last
      close(copy)
      throw error.unreadable("cannot be listed")
    }
    defer { unsafe closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe FilePath($0.prefix { $0 != 0 }) }
      if name.isDots { continue }
      if let kind = unsafe kind(of: name, type: entry.pointee.d_type, in: folder) {
        entries.append(FolderEntry(name: name, kind: kind))
      }
    }
    guard errno == 0 else { throw SystemError.last.unreadable("cannot be listed") }
    return entries.sorted { $1.sortsBefore($0) }
  }

  /// By what the folder itself says; asked of the file only where the file system does not tell. Nil when it is gone.
  private static func kind(of name: FilePath, type: UInt8, in folder: FileDescriptor) -> FileKind? {
    switch Int(type) {
    case Int(DT_REG): return .regular
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return .link
    case Int(DT_FIFO): return .pipe
    case Int(DT_SOCK): return .socket
    case Int(DT_CHR), Int(DT_BLK): return .device
    default:
      return (try? name.status(in: folder, followsLinks: false)).map(FileKind.init)
    }
  }

  private func sortsBefore(_ other: FolderEntry) -> Bool {
    sortKey.lexicographicallyPrecedes(other.sortKey)
  }

  private var sortKey: [UInt8] { kind == .folder ? name.bytes + [UInt8(ascii: "/")] : name.bytes }
}

extension FilePath {
  fileprivate var isDots: Bool { bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) }
}
