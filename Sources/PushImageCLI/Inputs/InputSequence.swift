import Glibc
import PushImage

/// All inputs of a run in their order, found as they are needed: a folder of a million files costs one listing at a
/// time. Not for two threads at once.
struct InputSequence {
  private var operands: ArraySlice<FilePath>
  private var list: PathList?
  private var walk: FolderWalk?
  private let filter: NameFilter
  /// A folder that is not entered; set by `prepare` to where it writes.
  var excludedFolder: FileIdentity?

  /// What the arguments name.
  init(_ arguments: ParsedArguments) throws {
    operands = arguments.operands[...]
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

  /// Whether exactly one picture is named, so that the answer is one object and needs no thread.
  var isSingle: Bool {
    guard list == nil, operands.count == 1, let only = operands.first else { return false }
    return (try? only.status()).map(FileKind.init) != .folder
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
        if let item = item(for: path, isListed: true) { return item }
      } catch {
        list = nil
        return .problem(source: "--files-from", error)
      }
    }
  }

  /// Starts a walk and answers nil when the operand is a folder. In a list `-` is a file's name.
  private mutating func item(for operand: FilePath, isListed: Bool = false) -> InputItem? {
    if operand.text == "-", !isListed { return .input(Input(source: operand, place: .standardInput)) }
    if Self.isURL(operand) { return .input(Input(source: operand, place: .url)) }
    do {
      switch FileKind(try operand.status()) {
      case .regular: return .input(Input(source: operand, place: .named(operand)))
      case .folder: walk = try FolderWalk(source: operand, filter: filter, excluding: excludedFolder)
      case let kind: throw PushImageError(.unreadable, kind.complaint)
      }
      return nil
    } catch let error as SystemError {
      return .problem(source: operand.text, error.unreadable("cannot be opened"))
    } catch let error as PushImageError {
      return .problem(source: operand.text, error)
    } catch {
      return nil
    }
  }

  private static func isURL(_ operand: FilePath) -> Bool {
    let start = operand.text.prefix(8).lowercased()
    return start == "https://" || start.hasPrefix("http://")
  }
}
