/// Makes pixels of a format that this library recognises and does not verify: WebP, BMP, TIFF, HEIC, AVIF.
///
/// The core has none; a caller hands in those it trusts. A decoder reads strangers' bytes: it compares `Limits` with
/// the header before it allocates, and ends in pixels or in an error, whatever the bytes are.
public protocol PictureDecoder: Sendable {
  /// The format whose bytes this decoder reads.
  var format: ImageFormat { get }

  /// The pixels of one frame as they are stored; `Decoding.orientation` says how to turn them.
  ///
  /// Does not verify the file: that a decoder made a picture of it does not mean that every byte is in order.
  /// - Throws: `PushImageError` with `.undecodable` for a file that is damaged, over a limit or of a kind that the
  ///   decoder does not read, and `.missingLibrary` where this machine lacks the library, each in words for a person.
  func decode(_ bytes: Span<UInt8>, _ request: DecodingRequest, limits: Limits) throws(PushImageError) -> Decoding
}
