/// The chunks beside the picture: transparency, colour, EXIF, text. Faults here are warnings, whatever they are.
struct PNGMetadata: Sendable {
  /// Where a chunk stands between the critical ones.
  struct Place {
    let isAfterPalette: Bool
    let isAfterImage: Bool
  }

  /// Set by the walk when it meets a legal PLTE.
  var paletteCount: Int?
  /// Memory for unpacking could not be had: what was read says nothing about the file.
  private(set) var isOutOfMemory = false

  private let limits: Limits
  /// Types met so far; most may stand only once.
  private var seen: Set<PNGChunkType> = []
  /// What all compressed chunks came to so far, against the limit of the file.
  private var inflatedByteCount = 0
  private var hasTransparency = false
  private var exif = ExifFacts(orientation: nil, hasGPS: false, hasThumbnail: false, isMalformed: false)
  private var iccByteCount: Int?
  private var profile: ICCProfile?
  private var hasWidePrimaries = false
  /// EXIF and text as stored.
  private var byteCount = 0

  init(limits: Limits) { self.limits = limits }

  /// Adds what the chunks said.
  func fill(_ info: inout ImageInfo) {
    info.hasAlpha = info.hasAlpha || hasTransparency
    info.orientation = exif.orientation ?? 1
    info.hasGPS = exif.hasGPS
    info.thumbnailCount = exif.hasThumbnail ? 1 : 0
    info.iccByteCount = iccByteCount
    info.iccColorSpace = profile?.colorSpace
    info.isWideGamut = hasWidePrimaries || profile?.isWideGamut == true
    info.metadataByteCount = byteCount
  }

  /// Checks one ancillary chunk and keeps its facts.
  mutating func accept(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, header: PNGHeader?, place: Place, findings: inout PNGFindingList
  ) {
    guard let rule = PNGAncillaryRule.rule(for: chunk.type) else { return }
    let isFirst = seen.insert(chunk.type).inserted
    let data = bytes.extracting(chunk.dataRange)
    var faults = rule.faults(chunk, place: place, isFirst: isFirst)
    if faults.isEmpty || rule.mayRepeat, let header { read(chunk, data, header: header, faults: &faults) }
    for fault in faults {
      findings.add(PNGFindings.malformedMetadata, "\(chunk.type.name) chunk \(fault)", at: chunk.byteOffset)
    }
    switch chunk.type {
    case .profile where isFirst: readProfile(chunk, data, header: header, findings: &findings)
    case .compressedText, .internationalText: readText(chunk, data, findings: &findings)
    default: break
    }
  }

  /// Where the words of a text chunk stand, when they are not compressed.
  func textRange(of chunk: PNGChunk, _ bytes: Span<UInt8>) -> Range<Int>? {
    switch chunk.type {
    case .text: chunk.dataRange
    case .internationalText:
      PNGText.Compressed(bytes.extracting(chunk.dataRange), isInternational: true) == nil ? chunk.dataRange : nil
    default: nil
    }
  }

  // MARK: by type

  /// Faults of meaning; reached only where frame and header make sense.
  private mutating func read(
    _ chunk: PNGChunk, _ data: Span<UInt8>, header: PNGHeader, faults: inout [String]
  ) {
    switch chunk.type {
    case .transparency: readTransparency(data, header: header, faults: &faults)
    case .background: checkBackground(data, header: header, faults: &faults)
    case .histogram where data.count != 2 * (paletteCount ?? 0):
      faults.append("has \(counted(data.count, "byte")); 2 for each color of the palette are due")
    case .significantBits: checkSignificantBits(data, header: header, faults: &faults)
    case .gamma where data.bigEndian32(at: 0) == 0: faults.append("says that gamma is 0")
    case .standardColor where (data.byte(at: 0) ?? 0) > 3: faults.append("names an unknown rendering intent")
    case .codingPoints: readCodingPoints(data, faults: &faults)
    case .exif: readExif(data, faults: &faults)
    case .text:
      byteCount += data.count
      if let fault = PNGText.keywordFault(data) { faults.append(fault) }
    case .compressedText, .internationalText: byteCount += data.count
    default: break
    }
  }

  /// One alpha value a colour, or one sample a channel; illegal where the image has an alpha channel (11.3.1.1).
  private mutating func readTransparency(_ data: Span<UInt8>, header: PNGHeader, faults: inout [String]) {
    guard !header.hasAlphaChannel else {
      faults.append("is not allowed in an image with an alpha channel")
      return
    }
    if header.isIndexed {
      let colorCount = paletteCount ?? 0
      guard data.count >= 1, data.count <= colorCount else {
        faults.append("has \(counted(data.count, "byte")) for \(counted(colorCount, "color"))")
        return
      }
    } else {
      let due = 2 * header.channelCount
      guard data.count == due else {
        faults.append("has \(counted(data.count, "byte")); \(due) are due")
        return
      }
      if !samplesFit(data, header: header) { faults.append("names a sample that \(header.bitDepth) bits cannot hold") }
    }
    hasTransparency = true
  }

  /// A palette index, or 16 bits a channel whatever the depth (11.3.4.1).
  private func checkBackground(_ data: Span<UInt8>, header: PNGHeader, faults: inout [String]) {
    let due = header.isIndexed ? 1 : header.isGray ? 2 : 6
    guard data.count == due else {
      faults.append("has \(counted(data.count, "byte")); \(due) are due")
      return
    }
    if header.isIndexed, let index = data.byte(at: 0), Int(index) >= paletteCount ?? 0 {
      faults.append("names color \(index); the palette has \(paletteCount ?? 0)")
    } else if !header.isIndexed, !samplesFit(data, header: header) {
      faults.append("names a sample that \(header.bitDepth) bits cannot hold")
    }
  }

  /// Whether every 16-bit field fits the bit depth of the image.
  private func samplesFit(_ data: Span<UInt8>, header: PNGHeader) -> Bool {
    var offset = 0
    while let sample = data.bigEndian16(at: offset) {
      guard sample < 1 << header.bitDepth else { return false }
      offset += 2
    }
    return true
  }

  /// One count a channel, at least 1 and at most the depth; a palette has 8 bits (11.3.2.3).
  private func checkSignificantBits(_ data: Span<UInt8>, header: PNGHeader, faults: inout [String]) {
    let due = header.isIndexed ? 3 : header.channelCount
    let depth = header.isIndexed ? 8 : header.bitDepth
    guard data.count == due else {
      faults.append("has \(counted(data.count, "byte")); \(due) are due")
      return
    }
    for index in 0..<data.count where !(1...depth).contains(Int(data[index])) {
      faults.append("says that \(data[index]) of \(depth) bits are significant")
      return
    }
  }

  /// ITU-T H.273: primaries 9 are BT.2020, 11 and 12 are P3; PNG demands RGB (matrix 0).
  private mutating func readCodingPoints(_ data: Span<UInt8>, faults: inout [String]) {
    guard let primaries = data.byte(at: 0), let matrix = data.byte(at: 2), let range = data.byte(at: 3) else { return }
    if matrix != 0 || range > 1 { faults.append("names a matrix or range that PNG does not have") }
    hasWidePrimaries = [9, 11, 12].contains(primaries)
  }

  /// The TIFF structure follows at once, without the prefix that JPEG needs (11.3.4.5).
  private mutating func readExif(_ data: Span<UInt8>, faults: inout [String]) {
    byteCount += data.count
    // Some writers keep the prefix that EXIF has in JPEG.
    let hasPrefix = data.matches([0x45, 0x78, 0x69, 0x66, 0, 0], at: 0)
    exif = PNGProfiles.exif(data.extracting((hasPrefix ? 6 : 0)..<data.count))
    if exif.isMalformed || hasPrefix { faults.append("is not built as EXIF demands") }
  }

  // MARK: compressed chunks

  /// Name, compression method, deflated profile. A profile that is whole is read even if its checksum is cut off.
  private mutating func readProfile(
    _ chunk: PNGChunk, _ data: Span<UInt8>, header: PNGHeader?, findings: inout PNGFindingList
  ) {
    guard let compressed = PNGText.Compressed(data, isInternational: false) else {
      findings.add(
        PNGFindings.malformedICC, "iCCP chunk \(PNGText.keywordFault(data) ?? "is cut after its name")",
        at: chunk.byteOffset)
      return
    }
    guard compressed.method == 0 else {
      findings.add(
        PNGFindings.malformedICC, "iCCP chunk has compression method \(compressed.method); PNG knows 0 only",
        at: chunk.byteOffset)
      return
    }
    let deflated = data.extracting(compressed.dataOffset..<data.count)
    iccByteCount = deflated.count
    guard let inflated = inflate(deflated, chunk, PNGFindings.malformedICC, findings: &findings) else { return }
    // Two passes: the size is known before memory is asked for it.
    guard inflated <= PNGProfiles.maxByteCount else { return }
    profile = PNGProfiles.profile(deflated, byteCount: inflated)
    guard let profile else {
      findings.add(
        PNGFindings.malformedICC, "color profile of \(counted(inflated, "byte")) is not one", at: chunk.byteOffset
      )
      return
    }
    guard let header, profile.colorSpace != (header.isGray ? "GRAY" : "RGB") else { return }
    findings.add(
      PNGFindings.malformedICC,
      "color profile is for \(profile.colorSpace); the image is \(header.isGray ? "grayscale" : "RGB")",
      at: chunk.byteOffset)
  }

  /// zTXt and iTXt: the fields before the text, then whether a compressed text unpacks. The words are not kept.
  private mutating func readText(_ chunk: PNGChunk, _ data: Span<UInt8>, findings: inout PNGFindingList) {
    let isInternational = chunk.type == .internationalText
    var fault = PNGText.keywordFault(data)
    if fault == nil, isInternational { fault = PNGText.internationalFault(data) }
    let compressed = PNGText.Compressed(data, isInternational: isInternational)
    if fault == nil, !isInternational, compressed == nil { fault = "is cut after its keyword" }
    if fault == nil, let method = compressed?.method, method != 0 {
      fault = "has compression method \(method); PNG knows 0 only"
    }
    if let fault {
      findings.add(PNGFindings.malformedMetadata, "\(chunk.type.name) chunk \(fault)", at: chunk.byteOffset)
    } else if let compressed {
      let deflated = data.extracting(compressed.dataOffset..<data.count)
      _ = inflate(deflated, chunk, PNGFindings.malformedMetadata, findings: &findings)
    }
  }

  /// Inflates without keeping: the byte count, also of a stream that is cut; nil past a limit and for other faults.
  private mutating func inflate(
    _ deflated: Span<UInt8>, _ chunk: PNGChunk, _ kind: Finding.Kind, findings: inout PNGFindingList
  ) -> Int? {
    guard !findings.contains(LimitFindings.metadataTooLarge) else { return nil }
    let left = limits.maxMetadataByteCount.map { $0 - inflatedByteCount }
    let most = [limits.maxMetadataChunkByteCount, left].compactMap { $0 }.min()
    let result = PNGProfiles.inflate(deflated, maxByteCount: most)
    inflatedByteCount += result.byteCount
    switch result.end {
    case .whole: return result.byteCount
    case .outOfMemory:
      isOutOfMemory = true
      return nil
    case .overLimit:
      let isSum = left.map { $0 == most } ?? false
      let limit = (isSum ? limits.maxMetadataByteCount : limits.maxMetadataChunkByteCount) ?? 0
      findings.add(
        Finding(
          LimitFindings.metadataTooLarge,
          "metadata inflates to more than \(counted(limit, "byte")); that is the limit "
            + (isSum ? "maxMetadataByteCount" : "maxMetadataChunkByteCount"),
          actual: isSum ? inflatedByteCount : result.byteCount, limit: limit, unit: .bytes,
          location: Finding.Location(byteOffset: chunk.byteOffset)))
      return nil
    case .cut, .malformed:
      let state = result.end == .cut ? "ends too early" : "cannot be unpacked"
      findings.add(
        kind,
        "compressed data of the \(chunk.type.name) chunk \(state) after \(counted(result.byteCount, "byte"))",
        at: chunk.byteOffset)
      return result.end == .cut ? result.byteCount : nil
    }
  }
}
