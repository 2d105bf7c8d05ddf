import Glibc

/// The few things that a benchmark wants of files.
enum File {
  static func bytes(at path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { stop("cannot open \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let count = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = fread(buffer.baseAddress, 1, count, file)
    }
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { stop("cannot write \(path)") }
    fputs(text, file)
    fclose(file)
  }

  /// Peak resident memory of this process, in KiB.
  static func peakKibibytes() -> Int {
    let descriptor = open("/proc/self/status", O_RDONLY)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
