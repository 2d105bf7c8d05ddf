import Glibc
import PushImageFormats

/// One GIF from file to file, as a process of its own that is measured from outside.
struct GIFPreparing {
  private let arguments: [String]

  init(_ arguments: ArraySlice<String>) { self.arguments = Array(arguments) }

  func run() {
    guard let coder = ImageCodecs.coder(for: .gif) else { stop("no coder for GIF") }
    do {
      switch (arguments[0], arguments.count) {
      case ("recode", 3):
        let bytes = File.bytes(at: arguments[1])
        write(try coder.recoded(bytes.span, RecodingRequest(), limits: .default) ?? bytes, to: arguments[2])
      default: stop("usage: gif recode IN OUT | gif resize WIDTH IN OUT")
      }
    } catch {
      stop("\(error)")
    }
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { stop("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
