/// What can be wrong with a PNG; the integrity of each kind is the project's table of meanings.
enum PNGFindings {
  /// Every kind of this owner.
  static let kinds: [Finding.Kind] = [
    truncated, missingEnd, malformedHeader, malformedOrder, malformedChunk, malformedPalette, missingPalette,
    missingImageData, unsupportedCriticalChunk, crcMismatch, ancillaryCRCMismatch, malformedImageData, adlerMismatch,
    malformedFilter, truncatedImageData, trailingImageData, trailingZlibBytes, trailingBytes, indexMismatch,
    malformedMetadata, malformedICC, malformedAnimation, cgbiNotVerified, decoderComplaint,
  ]

  private static let standard = "https://www.w3.org/TR/png-3/"
  private static let saveAgain = "Save the picture again as PNG from its source."
  private static let sendAgain = "Upload or download the file again, and compare its size with the source."

  /// Damage that no reader can be trusted with: iOS drops such an attachment (UNErrorDomain 105).
  private static func damage(
    _ id: String, _ meaning: String, remedy: String = saveAgain, section: String = ""
  ) -> Finding.Kind {
    Finding.Kind(
      id, .error, integrity: .damaged, meaning: meaning, remedy: remedy, reference: standard + section, unError: 105)
  }

  /// Something that readers pass over, each in its own way.
  private static func oddity(
    _ id: String, _ meaning: String, remedy: String, integrity: Integrity = .intact, section: String = ""
  ) -> Finding.Kind {
    Finding.Kind(
      id, .warning, integrity: integrity, meaning: meaning, remedy: remedy, reference: standard + section)
  }

  static let truncated = damage(
    "png.truncated", "the file ends inside a chunk, so the rest was lost on the way", remedy: sendAgain,
    section: "#5Chunk-layout")
  static let missingEnd = damage(
    "png.missing-iend", "the chunk that ends a PNG is missing, so chunks may have been lost", remedy: sendAgain,
    section: "#11IEND")
  static let malformedHeader = damage(
    "png.malformed-header", "the header chunk is missing or describes a picture that PNG does not have",
    section: "#11IHDR")
  static let malformedOrder = damage(
    "png.malformed-order", "chunks that every reader needs stand in the wrong order or too often",
    section: "#5ChunkOrdering")
  static let malformedChunk = damage(
    "png.malformed-chunk", "a chunk has an illegal type or length, so what follows cannot be trusted",
    section: "#5Chunk-layout")
  static let malformedPalette = damage(
    "png.malformed-palette", "the palette of an indexed picture is not a list of 1 to 256 colours", section: "#11PLTE")
  static let missingPalette = damage(
    "png.missing-palette", "the picture uses colours of a palette that does not come before them", section: "#11PLTE")
  static let missingImageData = damage(
    "png.missing-image-data", "the file has no picture data at all", section: "#11IDAT")
  static let unsupportedCriticalChunk = damage(
    "png.unsupported-critical-chunk",
    "the file marks a chunk as necessary that no reader knows, and readers must refuse it then",
    section: "#5Chunk-naming-conventions")
  static let crcMismatch = damage(
    "png.crc-mismatch", "bytes of the picture changed after it was written: a checksum does not match",
    remedy: sendAgain, section: "#5CRC-algorithm")
  static let malformedImageData = damage(
    "png.malformed-image-data", "the compressed picture data cannot be unpacked", section: "#10Compression")
  static let adlerMismatch = damage(
    "png.adler-mismatch", "the unpacked picture does not match its checksum", section: "#10Compression")
  static let malformedFilter = damage(
    "png.malformed-filter", "a row of pixels is stored in a way that PNG does not have", section: "#9Filters")
  static let truncatedImageData = damage(
    "png.truncated-image-data", "the picture data ends before the last row, so the lower part is missing",
    section: "#11IDAT")
  static let decoderComplaint = Finding.Kind(
    "png.decoder-complaint", .error, integrity: .damaged,
    meaning: "the reference decoder complained for a reason of its own", remedy: saveAgain,
    reference: "https://github.com/pnggroup/libpng", unError: 105)

  // Everything below leaves the picture as it is.

  static let ancillaryCRCMismatch = oddity(
    "png.ancillary-crc-mismatch",
    "bytes of a chunk beside the picture changed after it was written: a checksum does not match",
    remedy: saveAgain, integrity: .damaged, section: "#5CRC-algorithm")
  static let trailingImageData = oddity(
    "png.trailing-image-data", "the picture data holds more than the size in the header has room for",
    remedy: saveAgain, integrity: .damaged, section: "#11IDAT")
  static let trailingZlibBytes = oddity(
    "png.trailing-zlib-bytes", "bytes follow the compressed picture inside its chunks, and readers pass over them",
    remedy: saveAgain, section: "#10Compression")
  static let trailingBytes = oddity(
    "png.trailing-bytes", "bytes follow the end of the PNG; no reader shows them, but they cost size and may hide data",
    remedy: "Cut the file behind its IEND chunk.", section: "#11IEND")
  static let indexMismatch = oddity(
    "png.index-mismatch", "a pixel names a colour that the palette does not have, and readers differ in what they show",
    remedy: saveAgain, section: "#11PLTE")
  static let malformedMetadata = oddity(
    "png.malformed-metadata", "a chunk beside the picture is broken, repeated or misplaced; readers ignore it",
    remedy: "Save the picture again without metadata.", section: "#11Ancillary-chunks")
  static let malformedICC = oddity(
    "png.malformed-icc", "the colour profile is broken or of another colour model, so colours are up to the reader",
    remedy: "Convert the picture to sRGB.", section: "#11iCCP")
  static let malformedAnimation = Finding.Kind(
    "png.malformed-animation", .warning,
    meaning: "the animation is broken, while the still picture before it is whole: some readers show only that",
    remedy: "Save the animation again, or send the still picture alone.",
    reference: "https://wiki.mozilla.org/APNG_Specification")

  static let cgbiNotVerified = Finding.Kind(
    "png.cgbi-not-verified", .note, integrity: .undetermined,
    meaning: "the file is in the form that Xcode gives PNGs inside an app, which only Apple's own code can read",
    remedy: "Send the original picture, not the one from the app bundle.",
    reference: "https://iphonedev.wiki/index.php?title=CgBI_file_format")
}

/// Collects findings, so that a file with 100,000 faults of one kind does not give 100,000 findings.
struct PNGFindingList: Sendable {
  /// More of one kind are counted only.
  static let maxCountPerKind = 8

  /// The first ones of each kind, in the order met.
  private(set) var findings: [Finding] = []
  private var counts: [Finding.Kind: Int] = [:]

  /// Notes a fault; the message is not even made when there are enough of its kind.
  mutating func add(_ kind: Finding.Kind, _ message: @autoclosure () -> String, at byteOffset: Int) {
    add(kind, Finding(kind, message(), at: byteOffset))
  }

  /// Notes a fault of one frame of the animation.
  mutating func add(_ kind: Finding.Kind, _ message: @autoclosure () -> String, at byteOffset: Int, frame: Int?) {
    add(kind, Finding(kind, message(), location: Finding.Location(byteOffset: byteOffset, frameIndex: frame)))
  }

  /// Notes a finished finding.
  mutating func add(_ finding: Finding) { add(finding.kind, finding) }

  private mutating func add(_ kind: Finding.Kind, _ finding: @autoclosure () -> Finding) {
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    if count <= Self.maxCountPerKind { findings.append(finding()) }
  }

  /// Whether there is one of this kind.
  func contains(_ kind: Finding.Kind) -> Bool { counts[kind] != nil }

  /// Damage of error severity, a limit, or a coding we do not verify: the pixels need no look.
  var endsTheWork: Bool { findings.contains { $0.severity == .error || $0.kind.integrity == .undetermined } }

  /// The findings, with one more for every kind that had too many.
  var summarized: [Finding] {
    if findings.isEmpty { return [] }
    let more = counts.filter { $0.value > Self.maxCountPerKind }.sorted { $0.key.id < $1.key.id }
    return findings
      + more.map { kind, count in
        Finding(kind, "\((count - Self.maxCountPerKind).grouped) more of the same kind are not listed")
      }
  }
}
