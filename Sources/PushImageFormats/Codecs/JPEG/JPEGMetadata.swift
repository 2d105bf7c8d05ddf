/// What the application and comment segments of a JPEG say. Reads in place; only a colour profile that is spread over
/// several segments is copied together.
struct JPEGMetadata: Sendable {
  /// A JFIF header, which makes three components YCbCr.
  private(set) var hasJFIF = false
  /// The colour transform of an Adobe APP14 segment: 0 none, 1 YCbCr, 2 YCCK.
  private(set) var adobeTransform: Int?
  private(set) var orientation: Int?
  private(set) var hasGPS = false
  private(set) var thumbnailCount = 0
  /// Pictures by the index of a multi-picture file; nil when it has none.
  private(set) var pictureCount: Int?
  /// EXIF, XMP, IPTC, comments and unknown application data, with their headers.
  private(set) var byteCount = 0
  private(set) var textRanges: [Range<Int>] = []
  private(set) var findings: [Finding] = []
  private var profileParts: [ProfilePart] = []

  private struct ProfilePart: Sendable {
    let number: Int
    let total: Int
    let place: Range<Int>
  }

  /// More ranges are not worth searching; the last place is kept for the trailing bytes.
  static let maxTextRangeCount = 64
  private static let maxFindingCount = 16

  /// Notes one APPn or COM segment and says what it is called.
  mutating func note(_ marker: JPEGMarker, _ bytes: Span<UInt8>, in payload: Range<Int>) -> String {
    let start = payload.lowerBound
    switch marker.rawValue {
    case 0xE0 where has("JFIF\0", bytes, payload):
      noteJFIF(bytes, in: payload)
      return "APP0 JFIF"
    case 0xE0 where has("JFXX\0", bytes, payload):
      thumbnailCount += 1
      noteText(payload)
      return "APP0 JFXX"
    case 0xE1 where has("Exif\0", bytes, payload):
      noteEXIF(bytes, in: payload)
      return "APP1 Exif"
    case 0xE1 where has("http://ns.adobe.com/x", bytes, payload):
      noteXMP(bytes, in: payload)
      return "APP1 XMP"
    case 0xE2 where has("ICC_PROFILE\0", bytes, payload) && payload.count >= 14:
      let number = Int(bytes[start + 12])
      let total = Int(bytes[start + 13])
      profileParts.append(ProfilePart(number: number, total: total, place: start + 14..<payload.upperBound))
      return "APP2 ICC"
    case 0xE2 where has("MPF\0", bytes, payload):
      noteMultiPicture(bytes, in: payload)
      return "APP2 MPF"
    case 0xED where has("Photoshop 3.0\0", bytes, payload):
      noteText(payload)
      notePhotoshop(bytes, in: payload)
      return "APP13 Photoshop"
    case 0xEE where has("Adobe", bytes, payload) && payload.count >= 12:
      let transform = Int(bytes[start + 11])
      adobeTransform = transform
      if transform > 2 {
        complain(
          JPEGFindings.malformedMetadata, "Adobe segment names color transform \(transform); 0 to 2 are known",
          at: start)
      }
      return "APP14 Adobe"
    default:
      noteText(payload)
      return marker.name
    }
  }

  private func has(_ signature: StaticString, _ bytes: Span<UInt8>, _ payload: Range<Int>) -> Bool {
    payload.count >= signature.utf8CodeUnitCount && bytes.matches(signature, at: payload.lowerBound)
  }

  /// Remembers a place where markup may hide, and counts it as metadata.
  private mutating func noteText(_ payload: Range<Int>) {
    byteCount += payload.count + 4
    noteHidingPlace(payload)
  }

  /// Remembers a place where markup may hide.
  mutating func noteHidingPlace(_ place: Range<Int>) {
    if !place.isEmpty, textRanges.count < Self.maxTextRangeCount - 1 { textRanges.append(place) }
  }

  /// Remembers the bytes behind the picture, for which a place is always free.
  mutating func noteTail(_ place: Range<Int>) { textRanges.append(place) }

  /// Each trouble once: a file may repeat it thousands of times.
  private mutating func complain(_ kind: Finding.Kind, _ message: String, at offset: Int) {
    guard findings.count < Self.maxFindingCount,
      !findings.contains(where: { $0.kind == kind && $0.message == message })
    else { return }
    findings.append(Finding(kind, message, at: offset))
  }

  // MARK: JFIF, EXIF, XMP

  /// JFIF 1.02: version, density, and a thumbnail of three bytes a pixel. Decoders ignore a header cut below 14 bytes.
  private mutating func noteJFIF(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    let start = payload.lowerBound
    guard payload.count >= 14 else {
      complain(JPEGFindings.malformedMetadata, "JFIF header has \(payload.count) bytes; 14 are due", at: start)
      return
    }
    hasJFIF = true
    if bytes[start + 5] != 1 {
      let version = "\(bytes[start + 5]).\(bytes[start + 6])"
      complain(JPEGFindings.malformedMetadata, "JFIF version is \(version); only 1.x is known", at: start)
    }
    let pixelCount = Int(bytes[start + 12]) * Int(bytes[start + 13])
    guard pixelCount > 0 else { return }
    thumbnailCount += 1
    if payload.count < 14 + 3 * pixelCount {
      complain(JPEGFindings.malformedMetadata, "JFIF thumbnail reaches past its segment", at: start)
    }
  }

  private mutating func noteEXIF(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    noteText(payload)
    // Behind the identifier stands one padding byte.
    let tiff = min(payload.lowerBound + 6, payload.upperBound)..<payload.upperBound
    let facts = ExifScanner.scan(bytes.extracting(tiff))
    orientation = orientation ?? facts.orientation
    hasGPS = hasGPS || facts.hasGPS
    if facts.hasThumbnail { thumbnailCount += 1 }
    if facts.isMalformed {
      complain(
        JPEGFindings.malformedMetadata, "EXIF holds an illegal value or an offset past its end",
        at: payload.lowerBound)
    }
  }

  /// XMP is not parsed, only looked at: its own packet must be markup and may not define entities.
  private mutating func noteXMP(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    noteText(payload)
    // Also in an extension part, which holds a slice of text.
    hasGPS = hasGPS || XMPScanner.holdsPosition(bytes.extracting(payload))
    let identifier: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    guard has(identifier, bytes, payload) else { return }
    let packet = payload.lowerBound + identifier.utf8CodeUnitCount..<payload.upperBound
    var hasMarkup = false
    for index in packet where bytes[index] == 0x3C {
      hasMarkup = true
      guard bytes.matches("<!DOCTYPE", at: index) || bytes.matches("<!ENTITY", at: index) else { continue }
      complain(JPEGFindings.malformedMetadata, "XMP declares a document type or entities", at: index)
      return
    }
    if !hasMarkup {
      complain(JPEGFindings.malformedMetadata, "XMP packet holds no markup", at: payload.lowerBound)
    }
  }

  // MARK: Photoshop, multi-picture

  /// Image resources `8BIM`: two of them are thumbnails. A resource may go on in the next segment, so running out of
  /// bytes says nothing.
  private mutating func notePhotoshop(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    var place = payload.lowerBound + 14
    while place + 12 <= payload.upperBound, bytes.matches("8BIM", at: place) {
      guard let id = bytes.bigEndian16(at: place + 4), let nameLength = bytes.byte(at: place + 6) else { return }
      // Name and data are padded to an even number of bytes; the name counts with its length byte.
      let sizeOffset = place + 6 + (Int(nameLength) + 2) / 2 * 2
      guard let size = bytes.bigEndian32(at: sizeOffset) else { return }
      if id == 0x0409 || id == 0x040C { thumbnailCount += 1 }
      place = sizeOffset + 4 + (size + 1) / 2 * 2
    }
  }

  /// The number of pictures in the first directory of a multi-picture index (CIPA DC-007, tag 0xB001).
  private mutating func noteMultiPicture(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    let tiff = bytes.extracting(payload.lowerBound + 4..<payload.upperBound)
    let isLittle = tiff.matches("II", at: 0)
    func read16(_ offset: Int) -> Int? { isLittle ? tiff.littleEndian16(at: offset) : tiff.bigEndian16(at: offset) }
    func read32(_ offset: Int) -> Int? { isLittle ? tiff.littleEndian32(at: offset) : tiff.bigEndian32(at: offset) }
    guard isLittle || tiff.matches("MM", at: 0), let directory = read32(4), let count = read16(directory) else {
      complain(JPEGFindings.malformedMetadata, "index of a multi-picture file is broken", at: payload.lowerBound)
      return
    }
    for index in 0..<min(count, 64) where read16(directory + 2 + 12 * index) == 0xB001 {
      pictureCount = pictureCount ?? read32(directory + 2 + 12 * index + 8)
    }
  }

  // MARK: Colour profile

  /// What the embedded profile says, once all segments have been seen.
  struct EmbeddedProfile: Sendable {
    let byteCount: Int
    /// Nil when it is malformed.
    let profile: ICCProfile?
  }

  /// Puts the parts together (ICC.1:2022 annex B.4) and reads the profile; complains when it is broken.
  mutating func finishProfile(_ bytes: Span<UInt8>, componentCount: Int) -> EmbeddedProfile? {
    guard let first = profileParts.first else { return nil }
    let embeddedCount = profileParts.reduce(0) { $0 + $1.place.count }
    let offset = first.place.lowerBound - 14
    guard let profile = readProfile(bytes, first: first) else {
      complain(JPEGFindings.malformedICC, "ICC profile of \(counted(embeddedCount, "byte")) is broken", at: offset)
      return EmbeddedProfile(byteCount: embeddedCount, profile: nil)
    }
    let fitting = componentCount == 1 ? ["GRAY"] : componentCount == 3 ? ["RGB", "Lab", "YCbr"] : ["CMYK"]
    if !fitting.contains(profile.colorSpace) {
      complain(
        JPEGFindings.malformedICC,
        "ICC profile is for \(profile.colorSpace); the picture has \(componentCount) components", at: offset)
    }
    return EmbeddedProfile(byteCount: embeddedCount, profile: profile)
  }

  private func readProfile(_ bytes: Span<UInt8>, first: ProfilePart) -> ICCProfile? {
    let parts = profileParts.sorted { $0.number < $1.number }
    guard parts.count == first.total,
      parts.enumerated().allSatisfy({ $1.number == $0 + 1 && $1.total == first.total })
    else { return nil }
    if parts.count == 1 { return ICCProfile.read(bytes.extracting(first.place)) }
    var whole: [UInt8] = []
    for part in parts {
      for index in part.place { whole.append(bytes[index]) }
    }
    return ICCProfile.read(whole.span)
  }
}
