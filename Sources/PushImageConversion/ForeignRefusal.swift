internal import CForeignCodecs
internal import PushImageFormats

/// Why there is no picture, in words for a person.
struct ForeignRefusal {
  let format: ImageFormat
  let limits: Limits

  /// What a process, or a decoder of this library, could not do.
  func error(status: Int32, words: String) -> PushImageError {
    let underlying = words.isEmpty ? nil : words
    switch cforeign_status(rawValue: UInt32(bitPattern: status)) {
    case CFOREIGN_OVER_PIXELS: return overPixels(words)
    case CFOREIGN_OVER_FRAMES:
      return undecodable("\(words); the limit maxFrameCount is \((limits.maxFrameCount ?? 0).grouped)")
    case CFOREIGN_OVER_TIME:
      return undecodable("decoding took more than \(limits.maxCPUSeconds ?? 0) s; that is the limit maxCPUSeconds")
    case CFOREIGN_OUT_OF_MEMORY:
      return PushImageError(.outOfMemory, "no memory to decode \(format.titleWithArticle)", underlying: underlying)
    case CFOREIGN_NO_PROCESS:
      return PushImageError(.outOfMemory, "no process to decode \(format.titleWithArticle)", underlying: underlying)
    case CFOREIGN_UNSUPPORTED: return undecodable("\(format.title) is of a kind that is not converted", underlying)
    default: return undecodable("\(format.title) is damaged or cut", underlying)
    }
  }

  /// A picture that the decoder cannot make.
  func undecodable(_ message: String, _ underlying: String? = nil) -> PushImageError {
    PushImageError(.undecodable, message, underlying: underlying)
  }

  /// `words` tell the size.
  func overPixels(_ words: String) -> PushImageError {
    undecodable("\(words); the limit maxPixelCount is \((limits.maxPixelCount ?? 0).grouped)")
  }

  /// The process said something that cannot be.
  var unbelievable: PushImageError { undecodable("the decoder of \(format.title) answered nonsense") }
}
