import Glibc

/// An open file that is closed when the last owner lets go of it.
final class FileDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// `fstat`.
  func status() throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .last }
    return status
  }
}

/// What the process starts with.
enum FileDescriptors {
  /// Opens what the caller left closed of 0, 1 and 2, so that no picture is given such a number and written over.
  ///
  /// Standard output is opened for reading only: results that nobody can get are an error of `write`, not a success.
  static func reserveStandardOnes() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is taken, which is this one.
      _ = unsafe open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Which file it is, whatever its name.
struct FileIdentity: Sendable, Hashable {
  let device: UInt
  let inode: UInt

  init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// What kind of file a mode tells of.
enum FileKind: Sendable {
  case regular, folder, link, pipe, socket, device

  init(_ status: stat) { self.init(mode: status.st_mode) }

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// `is a named pipe`, for a file that should have been a regular one.
  var complaint: String {
    switch self {
    case .regular: "is a regular file"
    case .folder: "is a folder, not a file"
    case .link: "is a symbolic link, not a file"
    case .pipe: "is a named pipe, not a file"
    case .socket: "is a socket, not a file"
    case .device: "is a device, not a file"
    }
  }
}
