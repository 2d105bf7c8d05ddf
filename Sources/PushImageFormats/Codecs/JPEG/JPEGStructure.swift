internal import Glibc

/// Our own walk over the markers of a JPEG, to the last byte and without decoding a symbol: names every byte, checks
/// headers and tables, finds where scans end, counts against `Limits`, and collects the facts of the metadata.
///
/// It is not stricter than libjpeg-turbo about a file that libjpeg-turbo decodes without a complaint, except by
/// decision: a Huffman table in use must be defined in the file (libjpeg supplies those of Motion JPEG), every component
/// needs data, a quantization table has 8 or 16 bits, and limits hold before anything is decoded.
struct JPEGStructure: Sendable {
  /// Nil when no legal frame header was met.
  private(set) var frame: JPEGFrame?
  private(set) var scans = JPEGScans()
  /// For each scan, the offset of the marker that ends it, or of the end of the file.
  private(set) var scanEnds: [Int] = []
  var metadata = JPEGMetadata()
  private(set) var findings: [Finding] = []
  private(set) var segments = SegmentList()
  /// The first byte after EOI; nil when there is none.
  private(set) var endOfImage: Int?
  /// The walk came to the end of the bytes in a scan or behind one: the decoder knows whether the data was whole.
  private(set) var endsAfterScan = false
  private(set) var markerCount = 0
  /// The first marker that only hierarchical pictures or JPEG-LS have; libjpeg stops at it.
  private var strayMarker: (marker: JPEGMarker, offset: Int)?
  private var isStopped = false
  private var position = 0

  /// Walks the whole file.
  ///
  /// - Parameter engine: who will be asked about the pixels; each has its own limit for scans.
  static func read(_ bytes: Span<UInt8>, limits: Limits, for engine: VerificationEngine) -> JPEGStructure {
    var structure = JPEGStructure()
    structure.walk(bytes, limits: limits, headerOnly: false)
    structure.conclude(bytes, limits: limits, engine)
    return structure
  }

  /// Walks to the first scan, in what may be only the beginning of a file.
  ///
  /// - Parameter listsSegments: whether `segments` will be asked for; a look at facts does not.
  static func readHeader(_ bytes: Span<UInt8>, limits: Limits, listsSegments: Bool = false) -> JPEGStructure {
    var structure = JPEGStructure()
    structure.segments.isWanted = listsSegments
    structure.walk(bytes, limits: limits, headerOnly: true)
    return structure
  }

  /// Bytes behind a segment that reaches past those at hand: room for the tables and the frame header that follow.
  private static let headroom = 2_048

  /// How far to read for the frame header, when the segments before it reach past the bytes at hand; nil otherwise.
  static func headerByteCount(_ bytes: Span<UInt8>) -> Int? {
    var place = 2
    while true {
      guard let prefix = bytes.byte(at: place), let code = bytes.byte(at: place + 1) else {
        return place + headroom
      }
      // Bytes in no segment: how many there are is not known.
      guard prefix == 0xFF else { return nil }
      let marker = JPEGMarker(rawValue: code)
      if code == 0xFF {
        place += 1
      } else if marker.isStartOfFrame || marker == .startOfScan || marker == .endOfImage || marker.isStandalone {
        let end = place + 2 + (bytes.bigEndian16(at: place + 2) ?? 32)
        return marker.isStartOfFrame && end > bytes.count ? end : nil
      } else {
        guard let length = bytes.bigEndian16(at: place + 2) else { return place + headroom }
        guard length >= 2 else { return nil }
        place += 2 + length
      }
    }
  }

  /// Damage that no decoder needs to confirm, or a limit reached.
  var isDecided: Bool {
    findings.contains { $0.kind.integrity == .undetermined || ($0.kind.integrity == .damaged && $0.severity == .error) }
  }

  /// One finding a kind: the first is the cause of what follows.
  private mutating func note(_ kind: Finding.Kind, _ message: String, at offset: Int) {
    guard !findings.contains(where: { $0.kind == kind }) else { return }
    findings.append(Finding(kind, message, at: offset))
  }

  /// Notes what makes the rest of the file unreadable.
  private mutating func stop(_ kind: Finding.Kind, _ message: String, at offset: Int) {
    note(kind, message, at: offset)
    isStopped = true
  }

  // MARK: The walk

  private mutating func walk(_ bytes: Span<UInt8>, limits: Limits, headerOnly: Bool) {
    guard bytes.bigEndian16(at: 0) == 0xFFD8 else {
      stop(JPEGFindings.malformedHeader, "file does not begin with the marker SOI", at: 0)
      return
    }
    segments.append("SOI", at: 0, byteCount: 2)
    position = 2
    while !isStopped, endOfImage == nil {
      guard let found = nextMarker(bytes) else {
        noteEnd(bytes)
        return
      }
      if headerOnly, found.marker == .startOfScan { return }
      markerCount += 1
      if let limit = limits.maxMarkerCount, markerCount > limit, found.marker != .endOfImage {
        noteMarkerLimit(limit)
        return
      }
      read(found, bytes)
    }
  }

  /// A marker, where its fill bytes begin, and the first byte behind it.
  private struct FoundMarker {
    let marker: JPEGMarker
    let start: Int
    let end: Int
  }

  /// Skips to the next marker; bytes that belong to none are extraneous. Nil at the end of the file.
  private mutating func nextMarker(_ bytes: Span<UInt8>) -> FoundMarker? {
    let start = position
    var place = position
    while true {
      let fill = Self.find(0xFF, in: bytes, from: place)
      place = fill
      while let byte = bytes.byte(at: place), byte == 0xFF { place += 1 }
      guard let code = bytes.byte(at: place) else {
        // Fill bytes at the end of the file are half a marker.
        noteExtraneous(from: start, to: fill)
        segments.append("incomplete marker", at: fill, byteCount: bytes.count - fill)
        return nil
      }
      place += 1
      guard code != 0 else { continue }
      noteExtraneous(from: start, to: fill)
      return FoundMarker(marker: JPEGMarker(rawValue: code), start: fill, end: place)
    }
  }

  /// The first place of `byte` from `offset` on, or the end.
  private static func find(_ byte: UInt8, in bytes: Span<UInt8>, from offset: Int) -> Int {
    guard offset < bytes.count else { return bytes.count }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let hit = unsafe memchr(base + offset, Int32(byte), buffer.count - offset)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base)
    }
  }

  private mutating func noteExtraneous(from start: Int, to end: Int) {
    guard end > start else { return }
    segments.append("extraneous bytes", at: start, byteCount: end - start)
    metadata.noteHidingPlace(start..<end)
    let count = counted(end - start, "byte")
    if scans.count == 0 {
      note(JPEGFindings.extraneousBytes, "\(count) between header segments, in none of them", at: start)
    } else {
      note(JPEGFindings.extraneousScanBytes, "\(count) behind a scan, in no segment", at: start)
    }
  }

  /// Reads the segment or scan that the marker begins.
  private mutating func read(_ found: FoundMarker, _ bytes: Span<UInt8>) {
    let marker = found.marker
    if marker == .startOfImage {
      stop(JPEGFindings.malformedHeader, "a second marker SOI stands inside the picture", at: found.start)
    } else if marker == .endOfImage {
      segments.append("EOI", at: found.start, byteCount: found.end - found.start)
      endOfImage = found.end
    } else if marker.isStandalone {
      segments.append(marker.name, at: found.start, byteCount: found.end - found.start)
      position = found.end
    } else if marker.isReserved, marker != .losslessFrame, marker != .losslessParameters {
      let isInScan = scans.count > 0
      stop(
        isInScan ? JPEGFindings.malformedScanData : JPEGFindings.malformedHeader,
        "marker \(marker.hexadecimal) is reserved and in no picture", at: found.start)
    } else {
      readSegment(found, bytes)
    }
  }

  private mutating func readSegment(_ found: FoundMarker, _ bytes: Span<UInt8>) {
    guard let length = bytes.bigEndian16(at: found.end) else {
      noteTruncation(found, bytes, "file ends in the length of \(found.marker.name)")
      return
    }
    guard length >= 2 else {
      stop(JPEGFindings.malformedHeader, "\(found.marker.name) has length \(length); 2 is the least", at: found.start)
      return
    }
    guard found.end + length <= bytes.count else {
      let missing = counted(found.end + length - bytes.count, "byte")
      noteTruncation(found, bytes, "file ends in \(found.marker.name), \(missing) early")
      return
    }
    let payload = found.end + 2..<found.end + length
    position = payload.upperBound
    let hasText = found.marker.isApplication || found.marker == .comment
    let name = hasText ? metadata.note(found.marker, bytes, in: payload) : found.marker.name
    segments.append(name, at: found.start, byteCount: position - found.start)
    interpret(found.marker, bytes, in: payload, at: found.start)
  }

  /// What the segments that steer the decoder say.
  private mutating func interpret(_ marker: JPEGMarker, _ bytes: Span<UInt8>, in payload: Range<Int>, at start: Int) {
    switch marker {
    case .huffmanTable:
      if let trouble = scans.noteHuffmanTables(bytes, in: payload) {
        note(JPEGFindings.malformedTable, trouble, at: start)
      }
    case .quantizationTable:
      if let trouble = scans.noteQuantizationTables(bytes, in: payload) {
        note(JPEGFindings.malformedTable, trouble, at: start)
      }
    case .arithmeticConditioning:
      if let trouble = JPEGScans.conditioningTrouble(bytes, in: payload) {
        note(JPEGFindings.malformedTable, trouble, at: start)
      }
    case .expand, .losslessParameters: strayMarker = strayMarker ?? (marker, start)
    case .restartInterval where payload.count != 2:
      note(JPEGFindings.malformedHeader, "DRI has \(payload.count) bytes; 2 are due", at: start)
    case .startOfScan:
      readScan(bytes, header: payload, at: start)
    case _ where marker.isStartOfFrame || marker == .hierarchical || marker == .losslessFrame:
      readFrame(marker, bytes, in: payload, at: start)
    default: return
    }
  }

  private mutating func readFrame(_ marker: JPEGMarker, _ bytes: Span<UInt8>, in payload: Range<Int>, at start: Int) {
    if let frame {
      // The frames of a hierarchical file follow the one that gives the size of the whole.
      if frame.marker != .hierarchical {
        stop(
          JPEGFindings.malformedHeader, "a second frame header \(marker.name) follows \(frame.marker.name)", at: start)
      }
      return
    }
    switch JPEGFrame.parse(marker, bytes, in: payload) {
    case .failure(let illegal): stop(JPEGFindings.malformedHeader, illegal.message, at: start)
    case .success(let legal):
      frame = legal
      if let coding = legal.unverifiedCoding {
        note(JPEGFindings.codingNotVerified, "\(coding) is not decoded by this tool", at: start)
      }
      if legal.isArithmetic {
        note(JPEGFindings.arithmeticCoding, "\(marker.name) declares arithmetic coding", at: start)
      }
    }
  }

  private mutating func readScan(_ bytes: Span<UInt8>, header: Range<Int>, at start: Int) {
    guard let frame else {
      stop(JPEGFindings.missingHeader, "a scan begins before any frame header", at: start)
      return
    }
    if let trouble = scans.noteScan(bytes, in: header, of: frame) { note(trouble.kind, trouble.message, at: start) }
    position = Self.endOfScan(bytes, from: header.upperBound, isJPEGLS: frame.marker == .losslessFrame)
    scanEnds.append(position)
    segments.append("scan data", at: header.upperBound, byteCount: position - header.upperBound)
  }

  /// The first byte of the marker that ends a scan. Inside, a zero follows every 0xFF of the data, and restart markers
  /// may stand. Fill bytes belong to the marker behind them. JPEG-LS stuffs a bit: below 0x80 it is data.
  private static func endOfScan(_ bytes: Span<UInt8>, from offset: Int, isJPEGLS: Bool) -> Int {
    var place = find(0xFF, in: bytes, from: offset)
    while place < bytes.count {
      var end = place
      while let byte = bytes.byte(at: end), byte == 0xFF { end += 1 }
      guard let code = bytes.byte(at: end) else { return place }
      let isData = code == 0 || (isJPEGLS && code < 0x80)
      guard isData || JPEGMarker(rawValue: code).isRestart else { return place }
      place = find(0xFF, in: bytes, from: end + 1)
    }
    return bytes.count
  }

  // MARK: Ends

  private mutating func noteTruncation(_ found: FoundMarker, _ bytes: Span<UInt8>, _ message: String) {
    segments.append(found.marker.name, at: found.start, byteCount: bytes.count - found.start)
    stop(JPEGFindings.truncated, message, at: bytes.count)
  }

  /// The bytes ran out between segments, or in a scan.
  private mutating func noteEnd(_ bytes: Span<UInt8>) {
    guard scans.count > 0 else {
      stop(
        JPEGFindings.truncated, "file ends after \(counted(bytes.count, "byte")), before any picture data",
        at: bytes.count)
      return
    }
    endsAfterScan = true
  }

  private mutating func noteMarkerLimit(_ limit: Int) {
    isStopped = true
    findings.append(
      Finding(
        LimitFindings.markersTooLarge,
        "file has more than \(limit.grouped) marker segments; this tool reads at most \(limit.grouped)",
        actual: markerCount, limit: limit, unit: .markers, location: Finding.Location(byteOffset: position)))
  }

  /// What can be said only when the walk is over.
  private mutating func conclude(_ bytes: Span<UInt8>, limits: Limits, _ engine: VerificationEngine) {
    noteLimits(limits)
    if let frame, let limit = scanLimit(limits, for: frame.decoder(for: engine)) { findings.append(limit) }
    if let endOfImage {
      noteTail(bytes, from: endOfImage)
      if frame == nil {
        note(JPEGFindings.missingHeader, "picture ends without a frame header", at: endOfImage)
      } else if scans.count == 0 {
        note(JPEGFindings.missingScan, "picture ends without a scan", at: endOfImage)
      }
    }
    if let (marker, start) = strayMarker, let frame, frame.unverifiedCoding == nil {
      note(JPEGFindings.malformedHeader, "\(marker.name) stands in a picture of another coding", at: start)
    }
    // A scan header that could not be read is cause enough.
    guard let frame, scans.count > 0, !isStopped, !isDecided else { return }
    if let missing = scans.missingComponents(of: frame).first {
      let what = frame.isProgressive ? "first DC scan" : "scan"
      note(
        JPEGFindings.missingComponent, "component \(missing + 1) of \(frame.components.count) has no \(what)",
        at: endOfImage ?? bytes.count)
    }
  }

  /// Limits of the decoder, which must hold before it is called.
  mutating func noteLimits(_ limits: Limits) {
    guard let frame else { return }
    let pixelCount = frame.width * frame.height
    if let limit = limits.maxPixelCount, pixelCount > limit {
      findings.append(
        Self.overLimit(LimitFindings.pixelsTooLarge, "picture has", pixelCount, "pixels", limit, .pixels))
    }
    guard frame.isProgressive || scans.needsSeveral, let limit = limits.maxCoefficientByteCount else { return }
    let byteCount = frame.coefficientByteCount
    if byteCount > limit {
      findings.append(
        Self.overLimit(
          LimitFindings.coefficientsTooLarge, "scans need", byteCount, "bytes of coefficients", limit, .bytes))
    }
  }

  /// The finding when there are more scans than a decoder may be made to read: one by one where each costs all pixels,
  /// by the blocks they visit where they cost those.
  func scanLimit(_ limits: Limits, for decoder: VerificationEngine) -> Finding? {
    switch decoder {
    case .native:
      guard let limit = limits.maxScanBlockCount, scans.blockCount > limit else { return nil }
      let subject = "\(counted(scans.count, "scan")) \(scans.count == 1 ? "visits" : "visit")"
      return Self.overLimit(LimitFindings.scanBlocksTooLarge, subject, scans.blockCount, "blocks", limit, .blocks)
    case .reference:
      guard let limit = limits.maxScanCount, scans.count > limit else { return nil }
      return Self.overLimit(LimitFindings.scansTooLarge, "picture has", scans.count, "scans", limit, .scans)
    }
  }

  private static func overLimit(
    _ kind: Finding.Kind, _ subject: String, _ actual: Int, _ what: String, _ limit: Int, _ unit: Finding.Unit
  ) -> Finding {
    let message = "\(subject) \(actual.grouped) \(what); this tool verifies at most \(limit.grouped)"
    return Finding(kind, message, actual: actual, limit: limit, unit: unit)
  }

  /// Whether the tail begins with a picture, or is announced by an index of pictures and holds one near its beginning.
  private func hasPicture(_ bytes: Span<UInt8>, behind end: Int) -> Bool {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF]
    if bytes.matches(start, at: end) { return true }
    guard (metadata.pictureCount ?? 0) > 1 else { return false }
    return (end..<min(end + 65_536, bytes.count)).contains { bytes.matches(start, at: $0) }
  }

  private mutating func noteTail(_ bytes: Span<UInt8>, from end: Int) {
    guard end < bytes.count else { return }
    let count = bytes.count - end
    metadata.noteTail(end..<bytes.count)
    if hasPicture(bytes, behind: end) {
      segments.append("trailing pictures", at: end, byteCount: count)
      note(
        JPEGFindings.trailingPictures,
        "file goes on for \(counted(count, "byte")) with further pictures after the end of the first",
        at: end)
    } else {
      segments.append("trailing bytes", at: end, byteCount: count)
      note(
        JPEGFindings.trailingBytes, "file goes on for \(counted(count, "byte")) after the end of the picture", at: end)
    }
  }
}
