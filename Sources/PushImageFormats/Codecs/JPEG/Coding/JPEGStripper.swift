/// Copies the segments of a JPEG that its pixels need, and of the others those that are to stay.
struct JPEGStripper {
  private let structure: JPEGStructure
  private let retention: Retention
  private let profile: [UInt8]?
  private var writer: JPEGSegmentWriter
  private var hasScan = false

  /// The file without the rest; nil when its segments cannot be told apart. Nothing is said of the scans.
  static func strip(
    _ bytes: Span<UInt8>, _ structure: JPEGStructure, retention: Retention, limits: Limits
  ) -> [UInt8]? {
    guard !structure.isDecided, structure.frame != nil, structure.scans.count > 0 else { return nil }
    var stripper = JPEGStripper(bytes, structure, retention, limits)
    for segment in structure.segments.segments { stripper.copy(segment, bytes) }
    return stripper.writer.finish()
  }

  private init(_ bytes: Span<UInt8>, _ structure: JPEGStructure, _ retention: Retention, _ limits: Limits) {
    self.structure = structure
    self.retention = retention
    profile =
      retention.keepsColorProfile ? structure.metadata.profile(bytes, maxByteCount: limits.maxByteCount) : nil
    writer = JPEGSegmentWriter(capacity: bytes.count)
    if let header = Self.pixelHeader(bytes, structure) { writer.append(0xE0, header) }
    if retention.keepsOrientation, let orientation = structure.metadata.orientation, orientation != 1 {
      writer.appendOrientation(orientation)
    }
    if let profile { writer.appendProfile(profile) }
  }

  /// JFIF's fields without the thumbnail, of the last header that decoders read; nil when there is none.
  private static func pixelHeader(_ bytes: Span<UInt8>, _ structure: JPEGStructure) -> [UInt8]? {
    var header: [UInt8]?
    for segment in structure.segments.segments where segment.name == "APP0 JFIF" {
      Self.forEachPayload(of: segment, bytes) { payload in
        guard payload.count >= 14 else { return }
        let fields = (7..<12).map { bytes[payload.lowerBound + $0] }
        header = Array("JFIF\0".utf8) + [1, min(bytes[payload.lowerBound + 6], 2)] + fields + [0, 0]
      }
    }
    return header
  }

  /// Neighbours of one name are one segment of the list.
  private static func forEachPayload(of segment: Segment, _ bytes: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    var place = segment.byteOffset
    while place < segment.endOffset {
      place = markerOffset(bytes, from: place)
      guard let length = bytes.bigEndian16(at: place + 2), length >= 2, place + 2 + length <= segment.endOffset
      else { return }
      body(place + 4..<place + 2 + length)
      place += 2 + length
    }
  }

  /// Behind fill bytes: where the marker proper begins.
  private static func markerOffset(_ bytes: Span<UInt8>, from offset: Int) -> Int {
    var place = offset
    while bytes.byte(at: place) == 0xFF, bytes.byte(at: place + 1) == 0xFF { place += 1 }
    return place
  }

  private mutating func copy(_ segment: Segment, _ bytes: Span<UInt8>) {
    if segment.name == "scan data" {
      hasScan = true
      return writer.copy(bytes, segment.byteOffset..<segment.endOffset)
    }
    let start = Self.markerOffset(bytes, from: segment.byteOffset)
    guard start < segment.endOffset, bytes[start] == 0xFF, let code = bytes.byte(at: start + 1) else { return }
    let marker = JPEGMarker(rawValue: code)
    // What stands between scans is read too late to change the colours.
    if segment.name == "APP14 Adobe", !hasScan { return copyAdobe(segment, bytes) }
    let isPartOfPicture =
      !marker.isApplication && marker != .comment && !marker.isStandalone && !Self.junk.contains(segment.name)
    if isPartOfPicture { writer.copy(bytes, start..<segment.endOffset) }
  }

  /// Names of what is no segment.
  private static let junk: Set<String> = [
    "extraneous bytes", "incomplete marker", "trailing bytes", "trailing pictures",
  ]

  /// The fields of Adobe's segment and nothing behind them.
  private mutating func copyAdobe(_ segment: Segment, _ bytes: Span<UInt8>) {
    var fields: [UInt8] = []
    Self.forEachPayload(of: segment, bytes) { payload in fields = (0..<12).map { bytes[payload.lowerBound + $0] } }
    if !fields.isEmpty { writer.append(0xEE, fields) }
  }
}
