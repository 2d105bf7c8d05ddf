internal import CImageCodecs

/// Inflates a zlib stream that comes in pieces, by zlib.
@safe struct PNGInflater: ~Copyable {
  enum Step: Equatable {
    case output, wantsInput, ended, failed
  }
  private static let capacity = 65_536
  private let stream: OpaquePointer?
  private let window: UnsafeMutablePointer<UInt8>
  private var made = 0

  init() {
    unsafe stream = cimg_inflate_stream_create()
    unsafe window = .allocate(capacity: Self.capacity)
  }

  deinit {
    unsafe cimg_inflate_stream_free(stream)
    unsafe window.deallocate()
  }

  func withOutput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(start: window, count: made).span)
  }

  mutating func read(_ piece: Span<UInt8>, _ position: inout Int) -> Step {
    guard let stream = unsafe stream else { return .failed }
    var used = 0
    var made = 0
    let rest = piece.extracting(position..<piece.count)
    let code = unsafe rest.withUnsafeBufferPointer {
      unsafe cimg_inflate_stream_run(stream, $0.baseAddress, $0.count, &used, window, Self.capacity, &made)
    }
    position += used
    self.made = made
    switch code {
    case 0: return .output
    case 1: return .wantsInput
    case 2: return .ended
    default: return .failed
    }
  }
}
