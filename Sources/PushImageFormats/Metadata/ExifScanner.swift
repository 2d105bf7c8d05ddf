/// What a bounded look at an EXIF block says.
package struct ExifFacts: Sendable, Hashable {
  /// 1…8; nil when absent or not a legal value.
  package var orientation: Int?
  /// A GPS directory with at least one entry.
  package var hasGPS: Bool
  /// A second directory (IFD1) that points at picture data.
  package var hasThumbnail: Bool
  /// Something in it contradicts TIFF 6.0 or EXIF 2.32: an offset past the end, a circle, an illegal orientation.
  package var isMalformed: Bool
}

/// Reads the directories of the TIFF structure that EXIF is made of: IFD0, IFD1, Exif and GPS.
///
/// Nothing recurses: four directories at most, each visited once, and no more than `maxEntryCount` entries in all,
/// whatever the counts in the file claim.
package enum ExifScanner {
  /// Cameras write some hundred entries; one directory cannot hold more than 65,535.
  static let maxEntryCount = 4_096

  /// The facts of the TIFF structure that begins at the first byte of `tiff` (after `Exif\0\0`).
  package static func scan(_ tiff: Span<UInt8>) -> ExifFacts {
    var walk = ExifWalk()
    guard let order = TIFFByteOrder(header: tiff), let first = order.read32(tiff, at: 4) else {
      return ExifFacts(orientation: nil, hasGPS: false, hasThumbnail: false, isMalformed: true)
    }
    walk.visit(.primary, at: first, in: tiff, order: order)
    // The directories named by the primary one; a place already visited is a circle.
    if let offset = walk.exifOffset { walk.visit(.exif, at: offset, in: tiff, order: order) }
    if let offset = walk.gpsOffset { walk.visit(.gps, at: offset, in: tiff, order: order) }
    if let offset = walk.nextOffset { walk.visit(.thumbnail, at: offset, in: tiff, order: order) }
    return walk.facts
  }
}

/// How a TIFF structure stores its integers, by its first four bytes.
private enum TIFFByteOrder {
  case bigEndian, littleEndian

  init?(header tiff: Span<UInt8>) {
    if tiff.matches([0x49, 0x49, 0x2A, 0x00], at: 0) {
      self = .littleEndian
    } else if tiff.matches([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
      self = .bigEndian
    } else {
      return nil
    }
  }

  func read16(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    self == .bigEndian ? bytes.bigEndian16(at: offset) : bytes.littleEndian16(at: offset)
  }

  func read32(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    self == .bigEndian ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset)
  }
}

/// The state of one scan.
private struct ExifWalk {
  enum Directory {
    case primary, exif, gps, thumbnail
  }

  /// One 12-byte entry: tag, field type, count of values, and where the values are.
  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let valueOffset: Int
  }

  private enum Tag {
    static let stripOffsets = 0x0111
    static let orientation = 0x0112
    static let jpegOffset = 0x0201
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
  }

  /// Bytes per value of the field types 1…13 (TIFF 6.0 section 2, and IFD of the Adobe supplement).
  private static let typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

  var facts = ExifFacts(orientation: nil, hasGPS: false, hasThumbnail: false, isMalformed: false)
  var exifOffset: Int?
  var gpsOffset: Int?
  var nextOffset: Int?
  private var visited: [Int] = []
  private var entryCount = 0

  /// Reads one directory; a count that the bytes cannot hold is read as far as they go.
  mutating func visit(_ directory: Directory, at offset: Int, in tiff: Span<UInt8>, order: TIFFByteOrder) {
    guard offset >= 8, !visited.contains(offset), let count = order.read16(tiff, at: offset) else {
      facts.isMalformed = true
      return
    }
    visited.append(offset)
    for index in 0..<count {
      let start = offset + 2 + index * 12
      guard entryCount < ExifScanner.maxEntryCount, let entry = entry(at: start, in: tiff, order: order) else {
        facts.isMalformed = true
        return
      }
      entryCount += 1
      note(entry, of: directory, in: tiff, order: order)
    }
    // The link to the next directory matters behind the first only. Writers that leave it out altogether are many,
    // so a missing link says nothing.
    if directory == .primary, let next = order.read32(tiff, at: offset + 2 + count * 12), next != 0 {
      nextOffset = next
    }
  }

  /// The entry at `start`; notes values that would lie past the end.
  private mutating func entry(at start: Int, in tiff: Span<UInt8>, order: TIFFByteOrder) -> Entry? {
    guard let tag = order.read16(tiff, at: start), let type = order.read16(tiff, at: start + 2),
      let count = order.read32(tiff, at: start + 4), let field = order.read32(tiff, at: start + 8)
    else { return nil }
    // Field types yet to be invented are skipped, as TIFF 6.0 demands.
    let size = type < Self.typeSizes.count ? Self.typeSizes[type] : 0
    let byteCount = count * size
    guard byteCount > 4 else { return Entry(tag: tag, type: type, count: count, valueOffset: start + 8) }
    if field > tiff.count - byteCount { facts.isMalformed = true }
    return Entry(tag: tag, type: type, count: count, valueOffset: field)
  }

  private mutating func note(_ entry: Entry, of directory: Directory, in tiff: Span<UInt8>, order: TIFFByteOrder) {
    switch (directory, entry.tag) {
    case (.gps, _): facts.hasGPS = true
    case (.primary, Tag.orientation): noteOrientation(entry, in: tiff, order: order)
    case (.primary, Tag.exifDirectory): exifOffset = order.read32(tiff, at: entry.valueOffset)
    case (.primary, Tag.gpsDirectory): gpsOffset = order.read32(tiff, at: entry.valueOffset)
    case (.thumbnail, Tag.jpegOffset), (.thumbnail, Tag.stripOffsets):
      guard let picture = order.read32(tiff, at: entry.valueOffset), picture > 0 else { return }
      // An offset past this block cannot be followed from here; it still says that there is a thumbnail.
      facts.hasThumbnail = true
      if entry.tag == Tag.jpegOffset, picture >= tiff.count { facts.isMalformed = true }
    default: return
    }
  }

  /// The standard says SHORT; writers of LONG and SLONG are met, and readers follow them.
  private mutating func noteOrientation(_ entry: Entry, in tiff: Span<UInt8>, order: TIFFByteOrder) {
    let value: Int? =
      switch entry.type {
      case 1, 6: tiff.byte(at: entry.valueOffset).map { Int($0) }
      case 3, 8: order.read16(tiff, at: entry.valueOffset)
      case 4, 9: order.read32(tiff, at: entry.valueOffset)
      default: nil
      }
    // Some writers put 0 for "not defined"; every reader takes it for 1.
    if entry.count == 1, value == 0 { return }
    guard entry.count == 1, let value, (1...8).contains(value) else {
      facts.isMalformed = true
      return
    }
    facts.orientation = facts.orientation ?? value
  }
}
