import Glibc

/// A path or file name as the system has it: bytes without NUL that need not be UTF-8.
struct FilePath: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// For reports; what is not UTF-8 becomes U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What follows the last `/` that is not at the end; the whole path when there is none.
  var lastComponent: FilePath {
    let end = bytes.lastIndex { $0 != Self.separator }.map { $0 + 1 } ?? bytes.count
    let start = bytes[..<end].lastIndex(of: Self.separator).map { $0 + 1 } ?? 0
    return FilePath(bytes[start..<end])
  }

  /// What stands before `lastComponent`; `.` when nothing does.
  var folder: FilePath {
    let end = bytes.lastIndex { $0 != Self.separator }.map { $0 + 1 } ?? bytes.count
    guard let cut = bytes[..<end].lastIndex(of: Self.separator) else { return FilePath(".") }
    return FilePath(bytes[...cut])
  }

  /// Joined by one `/`, none added when `self` ends in one.
  func appending(_ name: FilePath) -> FilePath {
    if bytes.isEmpty { return name }
    let separator = bytes.last == Self.separator ? [] : [Self.separator]
    return FilePath(bytes + separator + name.bytes)
  }

  /// Lends the path to a system call.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try unsafe (bytes + [0]).withUnsafeBytes { buffer in
      // The array has at least the terminator, so the address exists.
      guard let address = unsafe buffer.bindMemory(to: CChar.self).baseAddress else {
        preconditionFailure("a path has at least its terminator")
      }
      return try unsafe body(address)
    }
  }

  private static let separator = UInt8(ascii: "/")

  /// The arguments of this process after its own name, byte for byte.
  ///
  /// `CommandLine.arguments` would repair what is not UTF-8, and the file would not be found.
  static func processArguments() -> [FilePath] {
    let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe pointers.dropFirst().compactMap { pointer in
      unsafe pointer.map { unsafe FilePath(cString: $0) }
    }
  }

  /// Copies up to the terminator.
  init(cString: UnsafePointer<CChar>) {
    let count = unsafe strlen(cString)
    bytes = unsafe Array(UnsafeRawBufferPointer(start: cString, count: count))
  }
}
