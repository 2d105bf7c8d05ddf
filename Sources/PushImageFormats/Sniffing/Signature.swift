/// Magic bytes at fixed places: the formats for which nothing else need be looked at.
struct Signature: Sendable {
  /// Bytes that must stand at one place.
  struct Part: Sendable {
    let byteOffset: Int
    let bytes: [UInt8]
  }

  let format: ImageFormat
  let parts: [Part]

  init(_ format: ImageFormat, _ bytes: [UInt8]) {
    self.format = format
    self.parts = [Part(byteOffset: 0, bytes: bytes)]
  }

  init(_ format: ImageFormat, _ text: String) { self.init(format, Array(text.utf8)) }

  /// A RIFF file of one form: four bytes of length stand between the two words.
  init(_ format: ImageFormat, riff form: String) {
    self.format = format
    self.parts = [Part(byteOffset: 0, bytes: Array("RIFF".utf8)), Part(byteOffset: 8, bytes: Array(form.utf8))]
  }

  /// So many bytes are needed to tell the format, and no fewer.
  var byteCount: Int { parts.map { $0.byteOffset + $0.bytes.count }.max() ?? 0 }

  func matches(_ bytes: Span<UInt8>) -> Bool {
    for part in parts where !bytes.matches(part.bytes, at: part.byteOffset) { return false }
    return true
  }

  /// No entry is the beginning of another, so the order decides nothing.
  static let all: [Signature] = [
    Signature(.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Signature(.jpeg, [0xFF, 0xD8, 0xFF]),
    Signature(.gif, "GIF87a"),
    Signature(.gif, "GIF89a"),
    Signature(.webp, riff: "WEBP"),
    Signature(.avi, riff: "AVI "),
    Signature(.jxl, [0xFF, 0x0A]),
    Signature(.jxl, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    Signature(.jp2, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    Signature(.jp2, [0xFF, 0x4F, 0xFF, 0x51]),
    Signature(.tiff, [0x49, 0x49, 0x2A, 0x00]),
    Signature(.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
    Signature(.tiff, [0x49, 0x49, 0x2B, 0x00]),
    Signature(.tiff, [0x4D, 0x4D, 0x00, 0x2B]),
    Signature(.psd, [0x38, 0x42, 0x50, 0x53, 0x00, 0x01]),
    Signature(.psd, [0x38, 0x42, 0x50, 0x53, 0x00, 0x02]),
    Signature(.pdf, "%PDF-"),
    Signature(.zip, [0x50, 0x4B, 0x03, 0x04]),
    Signature(.zip, [0x50, 0x4B, 0x05, 0x06]),
    Signature(.zip, [0x50, 0x4B, 0x07, 0x08]),
    Signature(.gzip, [0x1F, 0x8B, 0x08]),
    Signature(.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
  ]
}
