import Glibc

/// The system calls that take a path, each once and safe to call. `folder` nil is the working directory.
extension FilePath {
  /// `openat`; always close-on-exec.
  func open(_ flags: Int32, in folder: FileDescriptor? = nil) throws(SystemError) -> FileDescriptor {
    // The mode counts only with O_CREAT: readable as the process's umask says.
    let number = unsafe withCString { unsafe openat(folder.numberOrWorkingFolder, $0, flags | O_CLOEXEC, 0o666) }
    guard number >= 0 else { throw .last }
    return FileDescriptor(number)
  }

  /// `fstatat`.
  func status(in folder: FileDescriptor? = nil, followsLinks: Bool = true) throws(SystemError) -> stat {
    var status = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    let result = unsafe withCString { unsafe fstatat(folder.numberOrWorkingFolder, $0, &status, flags) }
    guard result == 0 else { throw .last }
    return status
  }

  /// `realpath`: absolute, free of links and dots.
  func resolved() throws(SystemError) -> FilePath {
    guard let path = unsafe withCString({ unsafe realpath($0, nil) }) else { throw .last }
    defer { unsafe free(path) }
    return unsafe FilePath(cString: path)
  }

  /// `mkdir`.
  func makeFolder() throws(SystemError) {
    guard unsafe withCString({ unsafe mkdir($0, 0o777) }) == 0 else { throw .last }
  }

  /// `unlinkat`.
  func remove(in folder: FileDescriptor) throws(SystemError) {
    guard unsafe withCString({ unsafe unlinkat(folder.number, $0, 0) }) == 0 else { throw .last }
  }

  /// `linkat`: a second name in the same folder; fails with EEXIST when anything has it.
  func link(to newName: FilePath, in folder: FileDescriptor) throws(SystemError) {
    let result = unsafe withCString { old in
      unsafe newName.withCString { unsafe linkat(folder.number, old, folder.number, $0, 0) }
    }
    guard result == 0 else { throw .last }
  }

  /// `renameat`: takes the new name from whatever file or link has it.
  func rename(to newName: FilePath, in folder: FileDescriptor) throws(SystemError) {
    let result = unsafe withCString { old in
      unsafe newName.withCString { unsafe renameat(folder.number, old, folder.number, $0) }
    }
    guard result == 0 else { throw .last }
  }
}

extension FileDescriptor? {
  fileprivate var numberOrWorkingFolder: Int32 { self?.number ?? AT_FDCWD }
}
