import Glibc
import PushImage

/// `--files-from`: paths one after the other from a file or standard input, read as they are needed.
struct PathList {
  /// A longer path is no path on any system: the list is something else.
  static let maxPathByteCount = 65_536

  /// Nil for standard input.
  private let file: FileDescriptor?
  private let separator: UInt8
  private var chunk: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// - Parameters:
  ///   - path: the list, `-` for standard input.
  ///   - isNulSeparated: paths end in NUL instead of a line feed.
  init(_ path: FilePath, isNulSeparated: Bool) throws(PushImageError) {
    separator = isNulSeparated ? 0 : UInt8(ascii: "\n")
    guard path.text != "-" else {
      file = nil
      return
    }
    do throws(SystemError) {
      file = try path.open(O_RDONLY | O_NOCTTY)
    } catch {
      throw error.unreadable("the list '\(path.text.visible)' cannot be opened")
    }
  }

  /// The next path that is not empty; nil at the end of the list.
  mutating func next() throws(PushImageError) -> FilePath? {
    var path: [UInt8] = []
    while true {
      if let end = chunk.firstIndex(of: separator) {
        path += chunk[..<end]
        chunk = chunk[(end + 1)...]
        if !path.isEmpty { return try checked(path) }
        continue
      }
      path += chunk
      chunk = []
      guard path.count <= Self.maxPathByteCount else { throw PushImageError(.unreadable, "the list holds no paths") }
      guard try refill() else { return path.isEmpty ? nil : try checked(path) }
    }
  }

  private func checked(_ path: [UInt8]) throws(PushImageError) -> FilePath {
    guard !path.contains(0) else {
      throw PushImageError(.unreadable, "the list holds NUL bytes: if they separate its paths, add --null")
    }
    return FilePath(path)
  }

  private mutating func refill() throws(PushImageError) -> Bool {
    guard !isAtEnd else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      while true {
        let result = unsafe read(file?.number ?? STDIN_FILENO, buffer.baseAddress, buffer.count)
        if result >= 0 || errno != EINTR || Interrupt.signalNumber != nil { return result }
      }
    }
    guard count >= 0 else { throw SystemError.last.unreadable("the list cannot be read") }
    isAtEnd = count == 0
    chunk = bytes[..<count]
    return count > 0
  }
}
