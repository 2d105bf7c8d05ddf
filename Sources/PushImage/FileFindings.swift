internal import PushImageFormats

/// What is to be said of a file before and besides its format: by the checker itself, not by a rule.
enum FileFindings {
  static let findingKinds: [Finding.Kind] = [empty, formatUnknown, notAnImage, embeddedMarkup]

  /// The device's answer to bytes that it cannot read as a picture.
  private static let attachmentCorrupt = 105
  private static let sniffing = "https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm"

  static let empty = Finding.Kind(
    "file.empty", .error, integrity: .undetermined, meaning: "there is nothing to show",
    remedy: "Export or upload the picture again.", reference: sniffing, unError: attachmentCorrupt)
  static let formatUnknown = Finding.Kind(
    "file.format-unknown", .error, integrity: .undetermined,
    meaning: "the bytes begin like no picture, so no device shows them",
    remedy: "Send a JPEG or PNG in its place.", reference: sniffing, unError: attachmentCorrupt)
  static let notAnImage = Finding.Kind(
    "file.not-an-image", .error, integrity: .undetermined,
    meaning: "the file is something else than a picture, often what a server answers in place of one",
    remedy: "See that the address leads to the picture itself and needs no login.", reference: sniffing,
    unError: attachmentCorrupt)
  static let embeddedMarkup = Finding.Kind(
    "file.embedded-markup", .warning,
    meaning: "a comment or the bytes behind the picture hold what a browser or server may run as a program",
    remedy: "Strip the picture's metadata and the bytes behind its end.",
    reference: "https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload")

  static func notAnImage(_ format: ImageFormat) -> Finding {
    Finding(notAnImage, "this is \(format.titleWithArticle), not a picture")
  }

  /// Says how much of the file was read, and why not more.
  static func notWhole(byteCount: Int, readByteCount: Int, maxByteCount: Int?) -> Finding {
    let fact = "file is \(counted(byteCount, "byte"))"
    if let maxByteCount, byteCount > maxByteCount {
      return Finding(
        LimitFindings.fileTooLarge, "\(fact); this tool reads at most \(maxByteCount.grouped)", actual: byteCount,
        limit: maxByteCount, unit: .bytes)
    }
    return Finding(
      LimitFindings.fileTooLarge, "\(fact); only the first \(readByteCount.grouped) were given", actual: byteCount,
      limit: readByteCount, unit: .bytes)
  }
}
