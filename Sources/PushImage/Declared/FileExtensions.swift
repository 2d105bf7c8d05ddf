internal import PushImageFormats

/// File extensions and media types that are no picture's, as far as a device acts on them.
enum FileExtensions {
  /// What a device plays when it meets the extension.
  static let audio: Set<String> = ["aif", "aiff", "mp3", "wav", "m4a", "caf", "aac", "ogg", "flac"]
  /// Movies that are not among `ImageFormats`.
  static let movie: Set<String> = ["mpg", "mpeg", "m2v", "mpv"]

  /// Media types of which servers are known to answer in place of a picture, and that `ImageFormats` does not hold.
  private static let otherTypes = [
    "text/plain": "txt", "text/css": "css", "text/csv": "csv", "text/javascript": "js",
    "application/javascript": "js", "audio/mpeg": "mp3", "audio/wav": "wav", "audio/aiff": "aiff",
    "video/mpeg": "mpg",
  ]

  /// Whether anything is known by this extension.
  static func isKnown(_ fileExtension: String) -> Bool {
    ImageFormats.format(fileExtension: fileExtension) != nil || isSoundOrMovie(fileExtension)
  }

  /// Whether it stands for pictures, movies or sound.
  static func isMedia(_ fileExtension: String) -> Bool {
    if let format = ImageFormats.format(fileExtension: fileExtension) {
      return format.family == .image || format.family == .video
    }
    return isSoundOrMovie(fileExtension)
  }

  /// Whether both stand for the same format: `jpg` and `jpeg`.
  static func areEquivalent(_ left: String, _ right: String) -> Bool {
    if left.lowercased() == right.lowercased() { return true }
    guard let format = ImageFormats.format(fileExtension: left) else { return false }
    return format == ImageFormats.format(fileExtension: right)
  }

  /// The extension that goes with a media type; nil when the type is not known.
  static func canonical(for type: MediaType) -> String? {
    ImageFormats.format(mediaType: type.essence)?.fileExtension ?? otherTypes[type.essence]
  }

  /// Whether a file of that type may bear the extension; true when the type is not known.
  static func fits(_ fileExtension: String, _ type: MediaType) -> Bool {
    guard let canonical = canonical(for: type) else { return true }
    return areEquivalent(fileExtension, canonical)
  }

  private static func isSoundOrMovie(_ fileExtension: String) -> Bool {
    let wanted = fileExtension.lowercased()
    return audio.contains(wanted) || movie.contains(wanted)
  }
}
