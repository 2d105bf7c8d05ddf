import Glibc

/// `--include` and `--exclude`: which names below a folder count. Inputs that are named outright always do.
struct NameFilter: Sendable {
  /// When there is any, a file must match one of them.
  var included: [FilePath] = []
  /// A file that matches one of them is left out, a folder with all that is in it.
  var excluded: [FilePath] = []

  func leavesOut(_ name: FilePath, _ relativePath: FilePath, isFolder: Bool) -> Bool {
    if excluded.contains(where: { Self.matches($0, name, relativePath) }) { return true }
    if isFolder || included.isEmpty { return false }
    return !included.contains { Self.matches($0, name, relativePath) }
  }

  /// A pattern with a slash is held against the path below the folder, any other against the name; case counts.
  private static func matches(_ pattern: FilePath, _ name: FilePath, _ relativePath: FilePath) -> Bool {
    let subject = pattern.bytes.contains(UInt8(ascii: "/")) ? relativePath : name
    return unsafe pattern.withCString { pattern in
      unsafe subject.withCString { unsafe fnmatch(pattern, $0, 0) == 0 }
    }
  }
}
