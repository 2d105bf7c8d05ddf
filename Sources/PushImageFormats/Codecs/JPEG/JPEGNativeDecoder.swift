/// Our own judge of the pixels: reads every entropy-coded symbol of a Huffman-coded 8-bit JPEG and makes no pixel.
///
/// Finds at least what libjpeg-turbo finds (that is the differential gate of the tests) in memory that does not grow with
/// the picture, but for 8 bytes a block of a progressive file. Assumes that `JPEGStructure` found no error: segments are
/// whole, tables in use are defined, and limits hold.
struct JPEGNativeDecoder {
  private let frame: JPEGFrame
  private let scanEnds: [Int]
  /// Where each table stands in the file, from its counts on. Built only when a scan asks: a file may define thousands.
  private var directCurrent = [Range<Int>?](repeating: nil, count: 4)
  private var alternatingCurrent = [Range<Int>?](repeating: nil, count: 4)
  private var restartInterval = 0
  private let time: ProcessorBudget
  private var scanCount = 0
  private var isUndecided = false
  private var allowsFurtherScans = true
  private var progression: JPEGProgression
  private var masks: [CoefficientMasks] = []

  /// libjpeg may have read up to so many bytes ahead of the last block, and then does not notice them.
  private static let maxOverlookedByteCount = 7

  /// The findings of one file; nil when only the reference decoder can tell what it takes for an error.
  ///
  /// - Parameters:
  ///   - scanEnds: for each scan in file order, the offset of the marker that ends it (restart markers do not).
  ///   - endsAfterScan: the file has no EOI.
  static func findings(
    _ bytes: Span<UInt8>, of frame: JPEGFrame, scanEnds: [Int], endsAfterScan: Bool, limits: Limits
  ) -> [Finding]? {
    var decoder = JPEGNativeDecoder(frame: frame, scanEnds: scanEnds, limits: limits)
    let finding = decoder.walk(bytes)
    guard !decoder.isUndecided else { return nil }
    if let finding, finding.kind == LimitFindings.timeTooLarge { return [finding] }
    guard endsAfterScan else { return finding.map { [$0] } ?? [] }
    let after = "after \(counted(bytes.count, "byte"))"
    guard let finding else {
      return [Finding(JPEGFindings.missingEOI, "file ends \(after) without the marker EOI", at: bytes.count)]
    }
    let cut = Finding(JPEGFindings.truncated, "file ends \(after), inside the picture data", at: bytes.count)
    // Whatever the last bytes before a cut look like, the cut is what is wrong with them.
    return (finding.location?.byteOffset ?? 0) >= bytes.count ? [cut] : [cut, finding]
  }

  private init(frame: JPEGFrame, scanEnds: [Int], limits: Limits) {
    self.frame = frame
    time = ProcessorBudget(limits)
    self.scanEnds = scanEnds
    progression = JPEGProgression(componentCount: frame.components.count)
    guard frame.isProgressive else { return }
    masks = frame.components.map { component in
      let size = frame.blocks(of: component)
      return CoefficientMasks(blockCount: size.across * size.down)
    }
  }

  // MARK: Segments

  /// The first finding; nil when every symbol was read.
  private mutating func walk(_ bytes: Span<UInt8>) -> Finding? {
    var place = 2
    while let marker = Self.nextMarker(bytes, &place) {
      if marker == .endOfImage { return nil }
      guard !marker.isStandalone else { continue }
      guard let length = bytes.bigEndian16(at: place), length >= 2, place + length <= bytes.count else { return nil }
      let payload = place + 2..<place + length
      place = payload.upperBound
      switch marker {
      case .huffmanTable: noteTables(bytes, in: payload)
      case .restartInterval: restartInterval = bytes.bigEndian16(at: payload.lowerBound) ?? 0
      case .startOfScan:
        if let finding = readScan(bytes, header: payload) { return finding }
        place = scanEnds[scanCount - 1]
      default: continue
      }
    }
    return nil
  }

  /// Steps behind the next marker. Bytes between segments are the structure's to report.
  private static func nextMarker(_ bytes: Span<UInt8>, _ place: inout Int) -> JPEGMarker? {
    while place + 1 < bytes.count {
      let code = bytes[place + 1]
      if bytes[place] == 0xFF, code != 0, code != 0xFF {
        place += 2
        return JPEGMarker(rawValue: code)
      }
      place += 1
    }
    return nil
  }

  private mutating func noteTables(_ bytes: Span<UInt8>, in payload: Range<Int>) {
    var place = payload.lowerBound
    while place + 17 <= payload.upperBound {
      var end = place + 17
      for length in 1...16 { end += Int(bytes[place + length]) }
      guard end <= payload.upperBound else { return }
      let number = Int(bytes[place] & 3)
      if bytes[place] >> 4 == 0 {
        directCurrent[number] = place + 1..<end
      } else {
        alternatingCurrent[number] = place + 1..<end
      }
      place = end
    }
  }

  private func code(
    _ number: Int, of tables: [Range<Int>?], _ bytes: Span<UInt8>
  ) throws(ScanFault) -> HuffmanCode {
    guard tables.indices.contains(number), let place = tables[number] else { throw .illegalTable }
    let counts = (0..<16).map { Int(bytes[place.lowerBound + $0]) }
    let symbols = (place.lowerBound + 16..<place.upperBound).map { bytes[$0] }
    guard let code = HuffmanCode(counts: counts, symbols: symbols) else { throw .illegalTable }
    return code
  }

  // MARK: Scans

  private mutating func readScan(_ bytes: Span<UInt8>, header: Range<Int>) -> Finding? {
    scanCount += 1
    guard scanCount <= scanEnds.count, let scan = JPEGScanHeader(bytes, in: header, of: frame) else {
      return Finding(JPEGFindings.malformedScanHeader, "scan \(scanCount) has an illegal header", at: header.lowerBound)
    }
    if let trouble = trouble(with: scan) { return Finding(trouble.kind, trouble.message, at: header.lowerBound) }
    guard !time.isUsedUp else { return time.finding }
    let (fault, end, isOverTime) = unsafe bytes.withUnsafeBufferPointer { buffer in
      var reader = unsafe EntropyReader(buffer, from: header.upperBound, within: time)
      do throws(ScanFault) {
        return (ScanFault?.none, try decode(scan, bytes, &reader), false)
      } catch {
        return (error, reader.inputOffset, reader.isOverTime)
      }
    }
    guard !isOverTime else { return time.finding }
    if case .extraneousBytes(let count) = fault, count <= Self.maxOverlookedByteCount { isUndecided = true }
    if let fault { return finding(for: fault, at: min(end, bytes.count)) }
    return extraneousBytes(bytes, from: end, to: scanEnds[scanCount - 1])
  }

  /// What libjpeg refuses or warns of at the start of a scan.
  private mutating func trouble(with scan: JPEGScanHeader) -> JPEGScans.Trouble? {
    guard allowsFurtherScans else {
      return JPEGScans.Trouble(JPEGFindings.malformedScanHeader, "scan \(scanCount) follows one that held everything")
    }
    if scanCount == 1 { allowsFurtherScans = frame.isProgressive || scan.components.count < frame.components.count }
    guard scan.blocksPerUnit(of: frame) <= 10 else {
      return JPEGScans.Trouble(JPEGFindings.malformedScanHeader, "scan \(scanCount) has more than 10 blocks in a unit")
    }
    guard frame.isProgressive else {
      guard scan.isWholeBlock else {
        return JPEGScans.Trouble(
          JPEGFindings.malformedScanHeader, "scan \(scanCount) selects a band in a sequential picture")
      }
      return nil
    }
    guard scan.isLegalProgression else {
      return JPEGScans.Trouble(
        JPEGFindings.malformedScanHeader,
        "scan \(scanCount) selects coefficients \(scan.first) to \(scan.last), bits \(scan.high) to \(scan.low)")
    }
    guard progression.note(scan) else {
      return JPEGScans.Trouble(
        JPEGFindings.malformedProgression, "scan \(scanCount) does not continue the scans before it")
    }
    return nil
  }

  private mutating func decode(_ scan: JPEGScanHeader, _ bytes: Span<UInt8>, _ reader: inout EntropyReader)
    throws(ScanFault) -> Int
  {
    let units = scan.unitCount(of: frame)
    if !frame.isProgressive {
      return try SequentialScan(
        blocks: try blocks(of: scan, bytes, usesAC: true), mcuCount: units, restartInterval: restartInterval
      ).walk(&reader)
    }
    if scan.first == 0 {
      let blocks = scan.high == 0 ? try blocks(of: scan, bytes, usesAC: false) : []
      let pass = DCScan(
        blocks: blocks, blocksPerUnit: scan.blocksPerUnit(of: frame), mcuCount: units,
        restartInterval: restartInterval, shift: scan.low)
      return scan.high == 0 ? try pass.walkFirst(&reader) : try pass.walkRefinement(&reader)
    }
    let component = scan.components[0]
    let pass = ProgressiveScan(
      code: try code(component.alternatingCurrent, of: alternatingCurrent, bytes), first: scan.first, last: scan.last,
      restartInterval: restartInterval)
    return scan.high == 0
      ? try pass.walkFirst(&masks[component.index], &reader)
      : try pass.walkRefinement(&masks[component.index], &reader)
  }

  /// The blocks of one MCU: each component as often as its sampling says, once when it is alone.
  private func blocks(of scan: JPEGScanHeader, _ bytes: Span<UInt8>, usesAC: Bool) throws(ScanFault) -> [SequentialScan
    .Block]
  {
    var blocks: [SequentialScan.Block] = []
    for selection in scan.components {
      let dcCode = try code(selection.directCurrent, of: directCurrent, bytes)
      guard dcCode.largestSymbol <= 15 else { throw .illegalTable }
      let dc = HuffmanTables.dc(dcCode)
      let ac =
        usesAC ? HuffmanTables.sequentialAC(try code(selection.alternatingCurrent, of: alternatingCurrent, bytes)) : dc
      let block = SequentialScan.Block(dc: dc, ac: ac, component: selection.index)
      let component = frame.components[selection.index]
      let count = scan.components.count == 1 ? 1 : component.horizontalSampling * component.verticalSampling
      blocks.append(contentsOf: repeatElement(block, count: count))
    }
    return blocks
  }

  // MARK: Findings

  /// Behind the last block only restart markers may stand before the marker that ends the scan.
  private func extraneousBytes(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Finding? {
    var place = start
    while place + 1 < end, bytes[place] == 0xFF, bytes[place + 1] == 0xFF || (0xD0...0xD7).contains(bytes[place + 1]) {
      place += bytes[place + 1] == 0xFF ? 1 : 2
    }
    guard place < end else { return nil }
    return finding(for: .extraneousBytes(end - place), at: place)
  }

  private func finding(for fault: ScanFault, at offset: Int) -> Finding {
    let kind =
      switch fault {
      case .extraneousBytes: JPEGFindings.extraneousScanBytes
      case .restartMismatch: JPEGFindings.restartMismatch
      case .illegalTable: JPEGFindings.malformedTable
      default: JPEGFindings.malformedScanData
      }
    return Finding(kind, "scan \(scanCount): \(fault.inWords)", at: offset)
  }
}

extension JPEGFrame {
  /// Who reads the pixels when an engine is asked: the native one leaves arithmetic files to the reference.
  func decoder(for engine: VerificationEngine) -> VerificationEngine {
    let isUnderstood = !isArithmetic && unverifiedCoding == nil && components.count <= 4
    return engine == .native && isUnderstood ? .native : .reference
  }
}
