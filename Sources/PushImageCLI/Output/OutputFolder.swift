import Glibc
import PushImage

/// The folder that `prepare` writes to. Held open: what its name leads to later does not matter.
///
/// Every file appears whole and at once. Nothing is written through a symbolic link, and nothing that has the name
/// already is replaced, except on request, and never an input.
final class OutputFolder {
  /// What became of one file.
  enum Outcome {
    case written
    /// A file with these very bytes had the name already, as after an earlier run.
    case alreadyThere
  }

  /// What may be replaced: nothing, or whatever is not among the inputs.
  enum Replacement {
    case nothing
    case everything(but: Set<FileIdentity>)
  }

  private let folder: FileDescriptor?
  private let replacement: Replacement
  private let isDryRun: Bool
  /// What the folder held when it was opened, by names that many disks take for the same.
  private let namesBefore: [String: FilePath]
  /// So that a walk over the inputs leaves it out; nil for a folder that a dry run does not make.
  let identity: FileIdentity?

  /// Opens the folder; makes it, and those above it, when it is missing and this is no dry run.
  init(_ path: FilePath, replacing replacement: Replacement, isDryRun: Bool) throws(PushImageError) {
    self.replacement = replacement
    self.isDryRun = isDryRun
    do throws(SystemError) {
      if !isDryRun { try Self.make(path) }
      let folder = try path.open(O_RDONLY | O_DIRECTORY)
      identity = FileIdentity(try folder.status())
      self.folder = folder
      let entries = (try? FolderEntry.list(folder)) ?? []
      namesBefore = Dictionary(entries.map { (OutputNames.fold($0.name.text), $0.name) }) { first, _ in first }
    } catch {
      guard isDryRun, error.number == ENOENT else {
        throw error.unwritable("the folder '\(path.text.visible)' cannot be written to")
      }
      identity = nil
      folder = nil
      namesBefore = [:]
    }
  }

  /// Writes one file under `name`, a single path component.
  func write(_ bytes: some Collection<UInt8>, as name: String) throws(PushImageError) -> Outcome {
    guard let folder else { return .written }
    do {
      return try write(bytes, as: FilePath(name), in: folder)
    } catch let error as SystemError {
      throw error.unwritable("cannot be written as \(name.visible)")
    } catch let error as PushImageError {
      throw error
    } catch {
      throw PushImageError(.unwritable, "cannot be written as \(name.visible)", underlying: "\(error)")
    }
  }

  /// Makes sure that the names survive a power failure as well as the bytes do.
  func synchronize() {
    guard let folder, !isDryRun else { return }
    fsync(folder.number)
  }

  private func write(_ bytes: some Collection<UInt8>, as name: FilePath, in folder: FileDescriptor) throws -> Outcome {
    var isTaken = false
    if let status = try? name.status(in: folder, followsLinks: false) {
      if try hasSameBytes(name, status, bytes) { return .alreadyThere }
      try checkReplaceable(name, status)
      isTaken = true
    } else {
      try checkNamesakes(name)
    }
    if isDryRun { return .written }
    let file = try TemporaryFile(in: folder)
    try ByteSink.writeAll(bytes, to: file.descriptor.number)
    try file.synchronize()
    if isTaken {
      try file.replace(name)
    } else {
      try file.link(as: name)
    }
    return .written
  }

  /// A file of an earlier run whose name differs in case or in Unicode form only: on many disks they are one file.
  private func checkNamesakes(_ name: FilePath) throws(PushImageError) {
    guard let other = namesBefore[OutputNames.fold(name.text)], other.bytes != name.bytes else { return }
    throw PushImageError(
      .unwritable,
      "cannot be written as \(name.text.visible): \(other.text.visible) in the output folder is the same name on many disks"
    )
  }

  private func checkReplaceable(_ name: FilePath, _ status: stat) throws(PushImageError) {
    let kind = FileKind(status)
    guard kind == .regular else {
      throw PushImageError(
        .unwritable, "cannot be written: \(name.text.visible) in the output folder \(kind.complaint)")
    }
    switch replacement {
    case .nothing:
      throw PushImageError(
        .unwritable,
        "cannot be written: another file is \(name.text.visible) in the output folder (--overwrite replaces it)")
    case .everything(let inputs):
      guard !inputs.contains(FileIdentity(status)) else {
        throw PushImageError(.unwritable, "cannot be written: \(name.text.visible) in the output folder is an input")
      }
    }
  }

  private func hasSameBytes(_ name: FilePath, _ status: stat, _ bytes: some Collection<UInt8>) throws -> Bool {
    guard let folder, FileKind(status) == .regular, Int(status.st_size) == bytes.count else { return false }
    let input = Input(source: name, place: .entry(name, in: folder))
    return try FileReader().read(input, maxByteCount: nil).bytes.elementsEqual(bytes)
  }

  /// `mkdir -p`.
  private static func make(_ path: FilePath) throws(SystemError) {
    do {
      try path.makeFolder()
    } catch  where error.number == ENOENT && path.folder != path {
      try make(path.folder)
      try path.makeFolder()
    } catch  where error.number == EEXIST {
      return  // a file of that name is found out when it is opened as a folder
    }
  }
}
