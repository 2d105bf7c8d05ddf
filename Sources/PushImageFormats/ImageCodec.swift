/// How one format is inspected and verified. One folder below `Codecs` and one line in `ImageCodecs.all` each.
///
/// A codec is hermetic: bytes in, facts out. It never throws about the image, only findings do; every integer of the
/// file is checked before it is used, and `Limits` are compared before anything is allocated.
public protocol ImageCodec: Sendable {
  /// The format whose bytes this codec reads.
  var format: ImageFormat { get }

  /// Every kind of finding it may return, besides `LimitFindings`.
  var findingKinds: [Finding.Kind] { get }

  /// Facts from the header only, for a file of which `bytes` may be just the beginning.
  ///
  /// - Returns: nil when the header is damaged or not reached within `bytes`. Checks nothing of the pixels.
  func inspect(_ bytes: Span<UInt8>, limits: Limits) -> ImageInfo?

  /// The header with its faults, for a file of `byteCount` bytes of which `bytes` may be just the beginning.
  ///
  /// That the bytes end before the file does is no fault.
  func readHeader(_ bytes: Span<UInt8>, byteCount: Int, limits: Limits) -> HeaderReading

  /// How many bytes from the start would tell the header, where `bytes` do not; nil when they are enough or when no
  /// number of bytes is known to be.
  func headerByteCount(_ bytes: Span<UInt8>) -> Int?

  /// Reads the whole file to its last byte.
  ///
  /// - Parameter engine: who judges the pixels.
  /// - Throws: `PushImageError` when the tool could not work (no memory); never because of the image.
  func verify(
    _ bytes: Span<UInt8>, limits: Limits, engine: VerificationEngine
  ) throws(PushImageError) -> Verification
}

extension ImageCodec {
  /// Nil: the header stands at a fixed place.
  public func headerByteCount(_ bytes: Span<UInt8>) -> Int? { nil }

  /// Verifies by the default engine.
  public func verify(_ bytes: Span<UInt8>, limits: Limits) throws(PushImageError) -> Verification {
    try verify(bytes, limits: limits, engine: .default)
  }
}
