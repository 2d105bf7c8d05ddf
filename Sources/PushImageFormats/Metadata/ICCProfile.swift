/// What the header and a few tags of an embedded ICC profile say (ICC.1:2022, also ICC.1:2001-04).
struct ICCProfile: Sendable, Hashable {
  /// The data colour space, without padding: `RGB`, `CMYK`, `GRAY`, `Lab`.
  let colorSpace: String
  /// The profile's name for people, at most 256 characters; nil when it has none that can be read.
  let description: String?
  /// Its colours reach clearly beyond sRGB: by the triangle of its primaries, else by the words of its name.
  let isWideGamut: Bool

  /// Reads a whole, uncompressed profile. Allocates nothing but the two names.
  ///
  /// - Returns: nil when it is malformed: shorter than its size field, no `acsp`, tags that do not fit.
  static func read(_ bytes: Span<UInt8>) -> ICCProfile? {
    guard let size = bytes.bigEndian32(at: 0), size >= ICCTagTable.firstEntryOffset,
      size <= bytes.count, bytes.count - size < 4,  // writers pad to four bytes
      bytes.matches("acsp", at: 36), let tags = ICCTagTable(bytes)
    else { return nil }
    var description: String?
    if let tag = tags.find("desc", in: bytes) { description = ICCText.read(bytes, in: tag) }
    let isWide = ICCGamut.isWide(tags, in: bytes) ?? ICCGamut.isWide(name: description ?? "")
    let colorSpace = ICCText.ascii(bytes, in: 16..<20)
    return ICCProfile(colorSpace: colorSpace, description: description, isWideGamut: isWide)
  }
}

/// The tag table that follows the 128-byte header of a profile: checked once, then searched in place.
private struct ICCTagTable {
  static let firstEntryOffset = 132
  /// Real profiles have some twenty tags.
  private static let maxTagCount = 1_024

  private let tagCount: Int

  /// - Returns: nil when the table or one of its tags reaches past the end.
  init?(_ bytes: Span<UInt8>) {
    guard let count = bytes.bigEndian32(at: 128), count <= Self.maxTagCount else { return nil }
    for index in 0..<count where Self.place(index, in: bytes) == nil { return nil }
    tagCount = count
  }

  private static func place(_ index: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let entry = firstEntryOffset + index * 12
    guard let offset = bytes.bigEndian32(at: entry + 4), let size = bytes.bigEndian32(at: entry + 8),
      offset <= bytes.count, size <= bytes.count - offset
    else { return nil }
    return offset..<offset + size
  }

  /// The bytes of the first tag of this signature.
  func find(_ signature: StaticString, in bytes: Span<UInt8>) -> Range<Int>? {
    for index in 0..<tagCount where bytes.matches(signature, at: Self.firstEntryOffset + index * 12) {
      return Self.place(index, in: bytes)
    }
    return nil
  }
}

/// How far the colours of a profile reach.
private enum ICCGamut {
  private struct Point {
    let x: Double
    let y: Double
  }

  /// Twice the area of sRGB's triangle in CIE xy, its primaries adapted to D50 as profiles store them.
  private static let sRGBArea = area(
    Point(x: 0.6484, y: 0.3309), Point(x: 0.3212, y: 0.5979), Point(x: 0.1559, y: 0.0660))

  /// Display P3 has about 1.26 times the area of sRGB, Adobe RGB 1.35; ordinary office screens stay below 1.15.
  private static let wideRatio = 1.15

  private static let wideNames = [
    "displayp3", "dcip3", "adobergb", "prophoto", "rommrgb", "rec2020", "bt2020", "bt2100", "widegamut",
  ]

  /// By the primaries; nil for profiles made of look-up tables, which have none.
  static func isWide(_ tags: ICCTagTable, in bytes: Span<UInt8>) -> Bool? {
    guard let red = point("rXYZ", tags, in: bytes), let green = point("gXYZ", tags, in: bytes),
      let blue = point("bXYZ", tags, in: bytes)
    else { return nil }
    return area(red, green, blue) > sRGBArea * wideRatio
  }

  /// By the words of the profile's name.
  static func isWide(name: String) -> Bool {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return wideNames.contains { letters.contains($0) }
  }

  private static func area(_ a: Point, _ b: Point, _ c: Point) -> Double {
    abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y))
  }

  private static func point(_ signature: StaticString, _ tags: ICCTagTable, in bytes: Span<UInt8>) -> Point? {
    guard let tag = tags.find(signature, in: bytes), tag.count >= 20, bytes.matches("XYZ ", at: tag.lowerBound),
      let rawX = bytes.bigEndian32(at: tag.lowerBound + 8), let rawY = bytes.bigEndian32(at: tag.lowerBound + 12),
      let rawZ = bytes.bigEndian32(at: tag.lowerBound + 16)
    else { return nil }
    // s15Fixed16 numbers: signed 32-bit fractions, whose scale cancels out.
    let x = Double(Int32(truncatingIfNeeded: rawX))
    let y = Double(Int32(truncatingIfNeeded: rawY))
    let sum = x + y + Double(Int32(truncatingIfNeeded: rawZ))
    return sum > 0 ? Point(x: x / sum, y: y / sum) : nil
  }
}

/// The text types of profiles.
private enum ICCText {
  /// More of a description is not kept.
  private static let maxCharacterCount = 256
  /// A description is rarely translated into more languages.
  private static let maxRecordCount = 64

  /// `desc` of version 2 (ASCII) or `mluc` of version 4 (UTF-16).
  static func read(_ bytes: Span<UInt8>, in tag: Range<Int>) -> String? {
    if bytes.matches("mluc", at: tag.lowerBound) { return localized(bytes, in: tag) }
    guard bytes.matches("desc", at: tag.lowerBound), let count = bytes.bigEndian32(at: tag.lowerBound + 8),
      count <= tag.count - 12
    else { return nil }
    let first = tag.lowerBound + 12
    return ascii(bytes, in: first..<first + min(count, maxCharacterCount))
  }

  /// The English record, else the first.
  private static func localized(_ bytes: Span<UInt8>, in tag: Range<Int>) -> String? {
    guard let recordCount = bytes.bigEndian32(at: tag.lowerBound + 8) else { return nil }
    var chosen: Range<Int>?
    for index in 0..<min(recordCount, maxRecordCount) {
      let record = tag.lowerBound + 16 + index * 12
      guard let count = bytes.bigEndian32(at: record + 4), let offset = bytes.bigEndian32(at: record + 8),
        offset <= tag.count, count <= tag.count - offset
      else { return nil }
      let isEnglish = bytes.matches("en", at: record)
      if chosen == nil || isEnglish { chosen = tag.lowerBound + offset..<tag.lowerBound + offset + count }
      if isEnglish { break }
    }
    guard let chosen else { return nil }
    return utf16(bytes, in: chosen)
  }

  /// Printable ASCII up to the first NUL, without padding; anything else becomes `?`.
  static func ascii(_ bytes: Span<UInt8>, in place: Range<Int>) -> String {
    var text: [UInt8] = []
    for index in place {
      guard let byte = bytes.byte(at: index), byte != 0 else { break }
      text.append((0x20..<0x7F).contains(byte) ? byte : 0x3F)
    }
    while text.last == 0x20 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private static func utf16(_ bytes: Span<UInt8>, in place: Range<Int>) -> String {
    var units: [UInt16] = []
    for index in 0..<min(place.count / 2, maxCharacterCount) {
      guard let unit = bytes.bigEndian16(at: place.lowerBound + index * 2), unit != 0 else { break }
      units.append(UInt16(truncatingIfNeeded: unit))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
