/// What can be wrong with a GIF.
enum GIFFindings {
  /// Every kind of this owner.
  static let kinds: [Finding.Kind] = [
    truncated, malformedHeader, malformedExtension, malformedBlock, malformedFrameData, malformedCodeSize,
    truncatedFrame, missingFrame, malformedFrameSize, missingTrailer, trailingPixels, trailingBytes,
    frameOutsideScreen, missingPalette, indexMismatch, decoderComplaint,
  ]

  private static let reference = "https://www.w3.org/Graphics/GIF/spec-gif89a.txt"
  private static let saveAgain = "Save the picture again as GIF from its source."

  /// Damage that no reader can be trusted with: iOS answers it with "attachment corrupt".
  private static func damage(_ id: String, _ meaning: String, remedy: String = saveAgain) -> Finding.Kind {
    Finding.Kind(
      id, .error, integrity: .damaged, meaning: meaning, remedy: remedy, reference: reference, unError: 105)
  }

  /// An oddity that every known reader passes over.
  private static func oddity(_ id: String, _ meaning: String, remedy: String) -> Finding.Kind {
    Finding.Kind(id, .warning, meaning: meaning, remedy: remedy, reference: reference)
  }

  static let truncated = damage(
    "gif.truncated", "the file ends inside a block, so its end was lost on the way",
    remedy: "Upload or download the file again, and compare its size with the source.")
  static let malformedHeader = damage("gif.malformed-header", "the logical screen of the GIF has no pixels")
  static let malformedExtension = damage(
    "gif.malformed-extension", "an extension block is not built as the format demands")
  static let malformedBlock = damage(
    "gif.malformed-block", "a byte between two blocks begins no known block, so the rest cannot be read")
  static let malformedFrameData = damage(
    "gif.malformed-frame-data", "the compressed pixels of a frame hold a code that stands for nothing")
  static let malformedCodeSize = damage(
    "gif.malformed-code-size", "a frame declares a code size that the compression does not know")
  static let truncatedFrame = damage(
    "gif.truncated-frame", "the compressed pixels of a frame end before the frame is full")
  static let missingFrame = damage("gif.missing-frame", "the GIF holds no frame, so there is nothing to show")
  static let malformedFrameSize = damage("gif.malformed-frame-size", "a frame has no width or no height")
  static let decoderComplaint = damage(
    "gif.decoder-complaint", "the reference decoder refused the GIF for a reason of its own")

  static let missingTrailer = Finding.Kind(
    "gif.missing-trailer", .warning, integrity: .damaged,
    meaning: "every frame is whole, but the byte that ends a GIF is missing, so frames may have been lost",
    remedy: "Upload or download the file again, or append the byte 3B.", reference: reference)
  static let trailingPixels = oddity(
    "gif.trailing-pixels", "a frame holds more compressed pixels than its size has room for",
    remedy: saveAgain)
  static let trailingBytes = oddity(
    "gif.trailing-bytes", "bytes follow the end of the GIF; no reader shows them, but they cost size and may hide data",
    remedy: "Cut the file behind its trailer.")
  static let frameOutsideScreen = oddity(
    "gif.frame-outside-screen",
    "a frame reaches over the edge of the logical screen, and readers differ in what they do",
    remedy: "Save the animation again, so that every frame lies within the screen.")
  static let missingPalette = oddity(
    "gif.missing-palette", "a frame has neither a local nor a global palette, so its colours are up to the reader",
    remedy: saveAgain)
  static let indexMismatch = oddity(
    "gif.index-mismatch", "a frame uses a colour index that its palette does not have",
    remedy: saveAgain)
}
