import Glibc
import PushImage

/// A file that nobody else knows of, until it gets its name in one step. Removed unless it gets one.
final class TemporaryFile {
  let descriptor: FileDescriptor
  private let folder: FileDescriptor
  private let name: FilePath
  private var isGone = false

  /// Makes one in a folder, readable as the process's umask says, under a name that cannot be guessed.
  init(in folder: FileDescriptor) throws(SystemError) {
    self.folder = folder
    name = FilePath(".pushimage-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp")
    descriptor = try name.open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: folder)
  }

  deinit { discard() }

  /// Removes it.
  func discard() {
    guard !isGone else { return }
    isGone = true
    try? name.remove(in: folder)
  }

  /// Waits until the bytes are on the disk.
  func synchronize() throws(SystemError) {
    // Some file systems cannot, and say so with EINVAL.
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw .last }
  }

  /// Gives it a name that nothing has yet, not even a symbolic link.
  ///
  /// - Throws: `EEXIST` when something has.
  func link(as newName: FilePath) throws(SystemError) {
    do {
      try name.link(to: newName, in: folder)
      discard()
    } catch  where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.number) {
      // A file system without hard links: look, then rename. Another process may slip in between there.
      guard (try? newName.status(in: folder, followsLinks: false)) == nil else { throw SystemError(number: EEXIST) }
      try replace(newName)
    }
  }

  /// Gives it a name, taking it from whatever file or link has it.
  func replace(_ newName: FilePath) throws(SystemError) {
    try name.rename(to: newName, in: folder)
    isGone = true
  }
}
