internal import CImageCodecs

/// libpng's words to our kinds. What is not listed is a complaint that nobody has met yet: never passed over.
enum PNGComplaints {
  /// What a message stands for, and whether a row walk can tell more.
  typealias Meaning = (kind: Finding.Kind, concernsRows: Bool)

  /// libpng 1.6, its progressive reader: each message without the chunk name that may stand before it.
  private static let meanings: [String: Meaning] = [
    "ADLER32 checksum mismatch": (PNGFindings.malformedImageData, true),  // any fault of zlib before the last row
    "Decompression error in IDAT": (PNGFindings.malformedImageData, true),
    "Truncated compressed data in IDAT": (PNGFindings.adlerMismatch, true),  // any fault of zlib after the last row
    "Not enough compressed data": (PNGFindings.truncatedImageData, true),
    "Extra compressed data in IDAT": (PNGFindings.trailingImageData, true),
    "Extra compression data in IDAT": (PNGFindings.trailingZlibBytes, true),
    "bad adaptive filter value": (PNGFindings.malformedFilter, true),
    "Invalid IHDR data": (PNGFindings.malformedHeader, false),
    "Invalid IHDR length": (PNGFindings.malformedHeader, false),
    "CRC error": (PNGFindings.crcMismatch, false),
    "Missing PLTE before IDAT": (PNGFindings.missingPalette, false),
  ]

  /// The meaning of one message of `cimg_png_verify`.
  static func kind(ofCode code: Int32, text: String) -> Meaning {
    if code == Int32(CIMG_PNG_INDEX_RANGE.rawValue) { return (PNGFindings.indexMismatch, false) }
    var words = Substring(text)
    for name in ["IHDR", "PLTE", "IDAT", "IEND"] {
      while words.utf8.starts(with: "\(name): ".utf8) { words = words.dropFirst(name.utf8.count + 2) }
    }
    return meanings[String(words)] ?? (PNGFindings.decoderComplaint, false)
  }
}
