import Glibc
import PushImage

/// Where `--output FILE` goes: a temporary file beside it that takes its name when the results are complete.
///
/// What is no regular file (`/dev/stdout`, a named pipe) is written to directly.
final class OutputFile {
  let sink: ByteSink
  /// The file that has the name now; nil when there is none. Must not be an input.
  let existing: FileIdentity?
  /// The file that is being written. Must not be an input either, when a folder around it is walked.
  let growing: FileIdentity?
  private let path: FilePath
  private let direct: FileDescriptor?
  private let temporary: (file: TemporaryFile, folder: FileDescriptor)?

  init(_ path: FilePath) throws(PushImageError) {
    self.path = path
    let title = path.text.visible
    let status = try? path.status()
    existing = status.map(FileIdentity.init)
    let isSpecial = path.bytes.starts(with: "/dev/".utf8) || path.bytes.starts(with: "/proc/".utf8)
    do throws(SystemError) {
      if let status, isSpecial || FileKind(status) != .regular {
        let file = try path.open(O_WRONLY | O_NOCTTY)
        direct = file
        temporary = nil
        growing = nil
        sink = ByteSink(descriptor: file.number, title: title)
      } else {
        let folder = try path.folder.open(O_RDONLY | O_DIRECTORY)
        let file = try TemporaryFile(in: folder)
        temporary = (file, folder)
        direct = nil
        growing = FileIdentity(try file.descriptor.status())
        sink = ByteSink(descriptor: file.descriptor.number, title: title)
      }
    } catch {
      throw error.unwritable("\(title) cannot be written")
    }
  }

  /// The results are complete: the file appears.
  func commit() throws(PushImageError) {
    try sink.flush()
    guard let temporary else { return }
    do throws(SystemError) {
      try temporary.file.synchronize()
      try temporary.file.replace(path.lastComponent)
    } catch {
      throw error.unwritable("\(path.text.visible) cannot be written")
    }
    fsync(temporary.folder.number)
  }
}
