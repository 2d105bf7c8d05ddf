import Glibc
import PushImage

/// Every regular file below a folder, in byte order of the relative paths, as a bucket would list them.
///
/// Symbolic links to folders are never followed; a link to a file is, when the file is below the same root. Each folder
/// is held open while its entries are handed out, so that exchanging one for a link on the way changes nothing.
struct FolderWalk {
  /// Deeper folders are reported and not entered; keeps the number of open files bounded.
  static let maxDepth = 400

  private struct Level {
    let folder: FileDescriptor
    /// Source of the folder itself.
    let source: FilePath
    /// Relative to the root, empty for the root.
    let relativePath: FilePath
    /// Last one first.
    var entries: [FolderEntry]
  }

  private let root: FileDescriptor
  private let rootSource: FilePath
  private let filter: NameFilter
  private let excluded: FileIdentity?
  private var levels: [Level] = []
  private lazy var rootRealPath: FilePath? = try? rootSource.resolved()

  /// - Parameters:
  ///   - source: the folder as given.
  ///   - filter: which files and folders count.
  ///   - excluded: a folder not to enter: the one that outputs are written to.
  init(source: FilePath, filter: NameFilter, excluding excluded: FileIdentity?) throws(PushImageError) {
    do throws(SystemError) {
      root = try source.open(O_RDONLY | O_DIRECTORY)
    } catch {
      throw error.unreadable("cannot be opened")
    }
    rootSource = source
    self.filter = filter
    self.excluded = excluded
    levels = [
      Level(
        folder: root, source: source, relativePath: FilePath(""), entries: try FolderEntry.list(root))
    ]
  }

  /// The next file, problem or omission; nil at the end.
  mutating func next() -> InputItem? {
    while let index = levels.indices.last {
      guard let entry = levels[index].entries.popLast() else {
        levels.removeLast()
        continue
      }
      let level = levels[index]
      let relativePath = level.relativePath.appending(entry.name)
      let source = level.source.appending(entry.name)
      if filter.leavesOut(entry.name, relativePath, isFolder: entry.kind == .folder) { continue }
      if let item = item(entry, in: level, source: source, relativePath: relativePath) { return item }
    }
    return nil
  }

  private mutating func item(
    _ entry: FolderEntry, in level: Level, source: FilePath, relativePath: FilePath
  ) -> InputItem? {
    switch entry.kind {
    case .regular:
      .input(Input(source: source, place: .entry(entry.name, in: level.folder)))
    case .folder:
      enter(entry.name, in: level, source: source, relativePath: relativePath)
    case .link:
      follow(source)
    case .pipe, .socket, .device:
      .problem(source: source.text, PushImageError(.unreadable, entry.kind.complaint))
    }
  }

  // MARK: - Folders

  /// Makes the folder the current one; answers with a problem instead when it cannot.
  private mutating func enter(
    _ name: FilePath, in level: Level, source: FilePath, relativePath: FilePath
  ) -> InputItem? {
    guard levels.count < Self.maxDepth else {
      return .problem(
        source: source.text, PushImageError(.unreadable, "is nested more than \(Self.maxDepth) folders deep"))
    }
    let folder: FileDescriptor
    do throws(SystemError) {
      folder = try name.open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: level.folder)
      if let excluded, FileIdentity(try folder.status()) == excluded {
        return .skipped(source: source.text, reason: "is the output folder")
      }
    } catch {
      return .problem(source: source.text, error.unreadable("cannot be opened"))
    }
    do throws(PushImageError) {
      levels.append(
        Level(folder: folder, source: source, relativePath: relativePath, entries: try FolderEntry.list(folder)))
      return nil
    } catch {
      return .problem(source: source.text, error)
    }
  }

  // MARK: - Links

  /// A link to a file below the root is read under the link's name; every other link is left out and said so.
  private mutating func follow(_ source: FilePath) -> InputItem {
    let target: FilePath
    let kind: FileKind
    do throws(SystemError) {
      target = try source.resolved()
      kind = FileKind(try target.status())
    } catch {
      return .problem(source: source.text, error.unreadable("is a symbolic link that cannot be followed"))
    }
    if kind == .folder {
      return .skipped(source: source.text, reason: "is a symbolic link to a folder, which is not followed")
    }
    guard kind == .regular else {
      return .problem(source: source.text, PushImageError(.unreadable, kind.complaint))
    }
    guard let below = rootRealPath.flatMap({ target.relative(to: $0) }) else {
      return .skipped(source: source.text, reason: "is a symbolic link that leads out of the folder")
    }
    return .input(Input(source: source, place: .linked(below, below: root)))
  }
}

extension FilePath {
  /// What follows `folder` and a separator; nil when the path is not below it. Both are free of links and dots.
  fileprivate func relative(to folder: FilePath) -> FilePath? {
    let prefix = folder.appending(FilePath("")).bytes
    return bytes.starts(with: prefix) ? FilePath(bytes.dropFirst(prefix.count)) : nil
  }
}
