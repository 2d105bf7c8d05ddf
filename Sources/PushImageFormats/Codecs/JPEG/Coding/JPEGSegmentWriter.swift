/// Puts a JPEG together from segments.
struct JPEGSegmentWriter {
  /// Begins with SOI.
  private(set) var bytes: [UInt8]

  /// Begins with SOI; `capacity` bytes are expected.
  init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
    bytes += [0xFF, JPEGMarker.startOfImage.rawValue]
  }

  /// Copies bytes as they are.
  mutating func copy(_ source: Span<UInt8>, _ place: Range<Int>) {
    unsafe source.extracting(place).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends a segment of at most 65,533 bytes.
  mutating func append(_ marker: UInt8, _ payload: [UInt8]) {
    let length = payload.count + 2
    bytes += [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    bytes += payload
  }

  /// An EXIF segment that says nothing but the orientation, 1…8.
  mutating func appendOrientation(_ orientation: Int) {
    let header: [UInt8] = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8]
    // One directory of one entry: tag 0x0112, one SHORT; no directory follows.
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(truncatingIfNeeded: orientation), 0, 0]
    append(0xE1, header + [0, 1] + entry + [0, 0, 0, 0])
  }

  /// An ICC profile in as many segments as it needs (ICC.1:2022 annex B.4); left out when 255 are not enough.
  mutating func appendProfile(_ profile: [UInt8]) {
    let partByteCount = 65_519
    let total = (profile.count + partByteCount - 1) / partByteCount
    guard (1...255).contains(total) else { return }
    for part in 0..<total {
      let end = min((part + 1) * partByteCount, profile.count)
      append(
        0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(total)] + profile[part * partByteCount..<end])
    }
  }

  /// Ends with EOI.
  mutating func finish() -> [UInt8] {
    bytes += [0xFF, JPEGMarker.endOfImage.rawValue]
    return bytes
  }
}
