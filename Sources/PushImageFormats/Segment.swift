/// A named run of bytes of the file. The segments of a verified file cover every byte, in order, without overlap.
public struct Segment: Sendable, Hashable {
  /// The format's own word for it: `IHDR`, `APP1 Exif`, `scan 1`, `image descriptor`, `trailing bytes`.
  public let name: String
  /// First byte, counted from the start of the file.
  public let byteOffset: Int
  /// Bytes, with length and checksum fields.
  public internal(set) var byteCount: Int
  /// Neighbours of the same name are joined; how many there were.
  public internal(set) var repeatCount = 1

  /// The first byte after the segment.
  public var endOffset: Int { byteOffset + byteCount }

  init(name: String, byteOffset: Int, byteCount: Int) {
    self.name = name
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}

/// Collects segments in file order and joins neighbours of the same name.
struct SegmentList: Sendable {
  private(set) var segments: [Segment] = []
  /// Whether anybody will ask for them: of a header alone nobody does.
  var isWanted = true

  /// Notes `byteCount` bytes from `byteOffset`; empty runs are left out.
  mutating func append(_ name: String, at byteOffset: Int, byteCount: Int) {
    guard isWanted, byteCount > 0 else { return }
    if let last = segments.last, last.name == name, last.endOffset == byteOffset {
      segments[segments.count - 1].byteCount += byteCount
      segments[segments.count - 1].repeatCount += 1
    } else {
      segments.append(Segment(name: name, byteOffset: byteOffset, byteCount: byteCount))
    }
  }
}
