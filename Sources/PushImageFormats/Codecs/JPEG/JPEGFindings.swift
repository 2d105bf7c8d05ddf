/// What can be wrong with a JPEG; the integrity of each kind is the project's table of meanings.
enum JPEGFindings {
  static let all: [Finding.Kind] = [
    truncated, missingEOI, malformedHeader, missingHeader, malformedTable, missingTable, malformedScanHeader,
    missingScan, missingComponent, malformedScanData, restartMismatch, extraneousScanBytes, extraneousBytes,
    malformedProgression, trailingBytes, trailingPictures, malformedMetadata, malformedICC, arithmeticCoding,
    codingNotVerified, decoderComplaint,
  ]

  private static let standard = "https://www.w3.org/Graphics/JPEG/itu-t81.pdf"
  private static let reference = "https://libjpeg-turbo.org"
  private static let resave =
    "Export the picture again from its source, or send the file again from where it was whole."

  /// Damage of error severity: a decoder stops or makes up pixels, and iOS drops the attachment (UNErrorDomain 105).
  private static func damage(
    _ id: String, _ meaning: String, remedy: String = resave, reference: String = standard
  ) -> Finding.Kind {
    Finding.Kind(
      id, .error, integrity: .damaged, meaning: meaning, remedy: remedy, reference: reference, unError: 105)
  }

  static let truncated = damage(
    "jpeg.truncated", "the file was cut, so the lower part of the picture is missing")
  static let missingEOI = damage(
    "jpeg.missing-eoi", "the end-of-image marker is missing, as in a file that was cut or not finished")
  static let malformedHeader = damage(
    "jpeg.malformed-header", "a marker segment contradicts the standard, so decoders refuse the file")
  static let missingHeader = damage(
    "jpeg.missing-header", "there is no frame header (SOF) before the picture data, so the size is unknown")
  static let malformedTable = damage(
    "jpeg.malformed-table", "a Huffman, quantization or arithmetic table is illegal, so pixels cannot be decoded")
  static let missingTable = damage(
    "jpeg.missing-table", "a scan uses a table that the file does not define")
  static let malformedScanHeader = damage(
    "jpeg.malformed-scan-header", "a scan header contradicts the frame header or the standard")
  static let missingScan = damage(
    "jpeg.missing-scan", "the file has headers but no picture data")
  static let missingComponent = damage(
    "jpeg.missing-component", "a colour component has no data, so the colours are wrong or gray")
  static let malformedScanData = damage(
    "jpeg.malformed-scan-data", "the compressed picture data contains what no encoder writes")
  static let restartMismatch = damage(
    "jpeg.restart-mismatch", "restart markers are missing or out of order, so a part of the picture is lost")
  static let extraneousScanBytes = damage(
    "jpeg.extraneous-scan-bytes", "bytes inside or after a scan belong to no block of the picture")
  static let malformedProgression = damage(
    "jpeg.malformed-progression", "the scans of a progressive file repeat or skip steps of the refinement")
  static let decoderComplaint = damage(
    "jpeg.decoder-complaint", "the reference decoder complained about the picture data", reference: reference)

  static let extraneousBytes = Finding.Kind(
    "jpeg.extraneous-bytes", .warning, integrity: .damaged,
    meaning: "bytes between header segments belong to none; decoders skip them, strict ones refuse",
    remedy: "Save the picture again.", reference: standard)
  static let trailingBytes = Finding.Kind(
    "jpeg.trailing-bytes", .warning,
    meaning: "bytes after the end of the picture are sent to every device and shown on none",
    remedy: "Cut the file after its end-of-image marker.", reference: standard)
  static let trailingPictures = Finding.Kind(
    "jpeg.trailing-pictures", .warning,
    meaning: "further pictures follow the first; notifications show the first only",
    remedy: "Save the first picture alone.", reference: "https://www.cipa.jp/e/std/std-sec.html")
  static let malformedMetadata = Finding.Kind(
    "jpeg.malformed-metadata", .warning,
    meaning: "EXIF, XMP, JFIF or Adobe metadata is broken; the pixels are not touched by it",
    remedy: "Strip the metadata.", reference: "https://www.cipa.jp/e/std/std-sec.html")
  static let malformedICC = Finding.Kind(
    "jpeg.malformed-icc", .warning,
    meaning: "the colour profile is broken, so devices ignore it or show different colours",
    remedy: "Convert the picture to sRGB.", reference: "https://www.color.org/specification/ICC.1-2022-05.pdf")
  static let arithmeticCoding = Finding.Kind(
    "jpeg.arithmetic-coding", .warning,
    meaning: "the picture is arithmetic coded, which many phones and browsers cannot show",
    remedy: "Save it with Huffman coding.", reference: standard)
  static let codingNotVerified = Finding.Kind(
    "jpeg.coding-not-verified", .note, integrity: .undetermined,
    meaning: "the pixels use a kind of JPEG that is rare and that this tool does not decode",
    remedy: "Save it as a baseline JPEG with 8 bits a sample.", reference: standard)
}
