internal import PushImageFormats

/// What the RIFF chunks of a WebP say besides pixels (RFC 9649 section 2.7).
struct WebPMetadata {
  /// A file has a dozen, an animation one for each frame.
  private static let maxChunkCount = 20_000

  private(set) var iccProfile: [UInt8]?
  private(set) var orientation = 1

  /// Reads chunk headers as far as they are whole; the first of each kind counts.
  init(_ bytes: Span<UInt8>, limits: Limits) {
    var offset = 12
    var hasExif = false
    for _ in 0..<Self.maxChunkCount {
      guard let byteCount = bytes.littleEndian32(at: offset + 4), byteCount <= bytes.count - offset - 8 else { return }
      let data = bytes.extracting(offset + 8..<offset + 8 + byteCount)
      if bytes.matches("ICCP", at: offset), iccProfile == nil, byteCount <= limits.maxMetadataChunkByteCount ?? .max {
        iccProfile = Array(copying: data)
      } else if bytes.matches("EXIF", at: offset), !hasExif {
        hasExif = true
        orientation = Self.orientation(exif: data)
      }
      // Chunks begin at even places.
      offset += 8 + byteCount + byteCount % 2
    }
  }

  /// Some writers put the signature of JPEG's segment in front.
  private static func orientation(exif: Span<UInt8>) -> Int {
    let tiff = exif.matches("Exif", at: 0) && exif.count >= 6 ? exif.extracting(6..<exif.count) : exif
    return ExifScanner.scan(tiff).orientation ?? 1
  }
}

extension Array where Element == UInt8 {
  /// The bytes of a span.
  init(copying span: Span<UInt8>) {
    self.init(capacity: span.count) { output in
      for index in span.indices { output.append(span[index]) }
    }
  }
}
