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
      case ("resize", 4): try fit(coder, width: Int(arguments[1]) ?? 1, in: arguments[2], out: arguments[3])
      case ("fit", 4): try fit(coder, maxByteCount: Int(arguments[1]) ?? 1, in: arguments[2], out: arguments[3])
      default: stop("usage: gif recode IN OUT | gif resize WIDTH IN OUT | gif fit BYTES IN OUT")
      }
    } catch {
      stop("\(error)")
    }
  }

  private func fit(
    _ coder: any PictureCoder, width: Int? = nil, maxByteCount: Int? = nil, in input: String, out output: String
  ) throws {
    guard let coder = coder as? any AnimationCoder else { stop("no coder for animations") }
    let bytes = File.bytes(at: input)
    let (oldWidth, oldHeight) = (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
    let size = width.map { PixelSize(width: $0, height: max(1, oldHeight * $0 / oldWidth)) }
    let request = AnimationRequest(size: size, budget: maxByteCount.map { ByteBudget(maxByteCount: $0) })
    let span = bytes.span
    let result = try coder.fitted(span, request, limits: .default)
    write(result.bytes, to: output)
    print(
      result.bytes.count, result.isWithinBudget, result.size, result.colorCount ?? 0, result.frameCount,
      result.attemptCount)
  }

  private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { stop("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
