import Glibc
import PushImage

/// All inputs of a run in their order, found as they are needed: a folder of a million files costs one listing at a
/// time. Not for two threads at once.
struct InputSequence {
  private struct Operand {
    let path: FilePath
    /// From `--files-from`, where `-` is a file's name.
    var isListed = false
  }

  private var operands: ArraySlice<Operand>
  private var list: PathList?
  private var walk: FolderWalk?
  private let filter: NameFilter
  /// Whether exactly one picture is named, so that the answer is one object and needs no thread.
  let isSingle: Bool
  /// A folder that is not entered; set by `prepare` to where it writes.
  var excludedFolder: FileIdentity?

  /// What the arguments name.
  init(_ arguments: ParsedArguments) throws {
    operands = arguments.operands.map { Operand(path: $0) }[...]
    isSingle = arguments.operands.count == 1 && !arguments.has(.filesFrom) && !arguments.operands[0].isFolder
    filter = NameFilter(included: arguments.values(.include), excluded: arguments.values(.exclude))
    if let path = arguments.path(.filesFrom) {
      list = try PathList(path, isNulSeparated: arguments.has(.null))
      if path.text == "-", arguments.operands.contains(where: { $0.text == "-" }) {
        throw UsageError("standard input cannot be a picture and the list of pictures")
      }
    } else if arguments.has(.null) {
      throw UsageError("--null belongs to --files-from")
    } else if operands.isEmpty {
      throw UsageError("no input: name files or folders, '-' for standard input, or use --files-from")
    }
  }

  /// The next thing to read or to tell; nil at the end.
  mutating func next() -> InputItem? {
    while true {
      if let item = walk?.next() { return item }
      walk = nil
      if let operand = operands.popFirst() {
        if let item = item(for: operand) { return item }
        continue
      }
      do throws(PushImageError) {
        guard let path = try list?.next() else { return nil }
        operands.append(Operand(path: path, isListed: true))
      } catch {
        list = nil
        return .problem(source: "--files-from", error)
      }
    }
  }

  /// Reads `--files-from` to its end, so that a copy of the sequence gives the same inputs again.
  mutating func readWholeList() throws(PushImageError) {
    while let path = try list?.next() { operands.append(Operand(path: path, isListed: true)) }
    list = nil
  }

  /// Starts a walk and answers nil when the operand is a folder.
  private mutating func item(for operand: Operand) -> InputItem? {
    let path = operand.path
    if path.text == "-", !operand.isListed { return .input(Input(source: path, place: .standardInput)) }
    if Self.isURL(path) { return .input(Input(source: path, place: .url)) }
    do {
      switch FileKind(try path.status()) {
      case .regular: return .input(Input(source: path, place: .named(path)))
      case .folder: walk = try FolderWalk(source: path, filter: filter, excluding: excludedFolder)
      case let kind: throw PushImageError(.unreadable, kind.complaint)
      }
      return nil
    } catch let error as SystemError {
      return .problem(source: path.text, error.unreadable("cannot be opened"))
    } catch let error as PushImageError {
      return .problem(source: path.text, error)
    } catch {
      return nil
    }
  }

  private static func isURL(_ path: FilePath) -> Bool {
    let start = path.text.prefix(8).lowercased()
    return start == "https://" || start.hasPrefix("http://")
  }
}

extension FilePath {
  /// Whether it names a folder at this moment.
  fileprivate var isFolder: Bool { (try? status()).map(FileKind.init) == .folder }
}
