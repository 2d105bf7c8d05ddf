import CBenchmarkPeers
import PushImage

/// Something that reads a file in memory to its end.
struct Contestant {
  /// Whether it found the file whole.
  let run: ([UInt8]) -> Bool

  /// `native`, `reference` (this project's engines), `check` (the whole `Checker`), `jpeg-1024` (a JPEG made that wide
  /// and saved again), `thumbnail` (1,024 pixels wide in the same format), or a peer of `CBenchmarkPeers`.
  init(named name: String) {
    if let engine = VerificationEngine(rawValue: name) {
      run = { Self.verify($0, engine: engine) }
    } else if name == "check" {
      let checker = Checker(platforms: [.ios, .androidFCM])
      run = { (try? checker.check(Candidate(bytes: $0, name: "hero")))?.integrity == .intact }
    } else if name == "jpeg-1024" {
      run = Self.saveAgain
    } else if name == "thumbnail" {
      run = { (try? Self.thumbnail($0))?.isEmpty == false }
    } else if let peer = benchmark_peer_named(name) {
      run = { bytes in bytes.withUnsafeBufferPointer { peer($0.baseAddress, $0.count) } }
    } else {
      stop("no contestant \(name)")
    }
  }

  private static func saveAgain(_ bytes: [UInt8]) -> Bool {
    guard let coder = ImageCodecs.coder(for: .jpeg), let info = coder.inspect(bytes.span, limits: .default) else {
      return false
    }
    let size = PixelSize(width: info.width, height: info.height).fitted(within: PixelSize(width: 1_024, height: 1_024))
    guard let small = try? coder.decode(bytes.span, DecodingRequest(size: size), limits: .default).bitmap,
      let file = try? coder.encode(small, EncodingRequest(quality: 85))
    else { return false }
    return !file.isEmpty
  }

  private static func verify(_ bytes: [UInt8], engine: VerificationEngine) -> Bool {
    guard let format = Sniffer.sniff(bytes.span), let codec = ImageCodecs.codec(for: format) else { return false }
    var limits = Limits.default
    // A peer without limits is compared: nothing may be left out on a slow machine.
    limits.maxCPUSeconds = nil
    return (try? codec.verify(bytes.span, limits: limits, engine: engine))?.integrity == .intact
  }

  private static func thumbnail(_ bytes: [UInt8]) throws -> [UInt8]? {
    guard let format = Sniffer.sniff(bytes.span), let coder = ImageCodecs.coder(for: format),
      let info = coder.inspect(bytes.span, limits: .default)
    else { return nil }
    let size = PixelSize(width: info.width, height: info.height)
    let request = DecodingRequest(size: size.fitted(within: PixelSize(width: 1024, height: size.height)))
    return try coder.encode(coder.decode(bytes.span, request, limits: .default).bitmap, EncodingRequest())
  }
}
