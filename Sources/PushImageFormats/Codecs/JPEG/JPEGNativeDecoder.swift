/// Our own judge of the pixels: reads every entropy-coded symbol of a Huffman-coded 8-bit JPEG and makes no pixel.
///
/// Finds at least what libjpeg-turbo finds (that is the differential gate of the tests) in memory that does not grow with
/// the picture, but for 8 bytes a block of a progressive file. Assumes that `JPEGStructure` found no error: segments are
/// whole, tables in use are defined, and limits hold.
struct JPEGNativeDecoder {
  /// Whether this decoder understands the coding; arithmetic files go to the reference.
  static func understands(_ frame: JPEGFrame) -> Bool {
    !frame.isArithmetic && frame.unverifiedCoding == nil && frame.components.count <= 4
  }

  private enum Table {
    case undefined, illegal
    case code(HuffmanCode)
  }

  private let frame: JPEGFrame
  private let scanEnds: [Int]
  private var directCurrent = [Table](repeating: .undefined, count: 4)
  private var alternatingCurrent = [Table](repeating: .undefined, count: 4)
  private var restartInterval = 0
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
    _ bytes: Span<UInt8>, of frame: JPEGFrame, scanEnds: [Int], endsAfterScan: Bool
  ) -> [Finding]? {
    var decoder = JPEGNativeDecoder(frame: frame, scanEnds: scanEnds)
    let finding = decoder.walk(bytes)
    guard !decoder.isUndecided else { return nil }
    guard endsAfterScan else { return finding.map { [$0] } ?? [] }
    let after = "after \(counted(bytes.count, "byte"))"
    guard let finding else {
      return [Finding(JPEGFindings.missingEOI, "file ends \(after) without the marker EOI", at: bytes.count)]
    }
    let cut = Finding(JPEGFindings.truncated, "file ends \(after), inside the picture data", at: bytes.count)
    // Whatever the last bytes before a cut look like, the cut is what is wrong with them.
    return (finding.location?.byteOffset ?? 0) >= bytes.count ? [cut] : [cut, finding]
  }

  private init(frame: JPEGFrame, scanEnds: [Int]) {
    self.frame = frame
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
      let counts = (1...16).map { Int(bytes[place + $0]) }
      let end = place + 17 + counts.reduce(0, +)
      guard end <= payload.upperBound else { return }
      let symbols = (place + 17..<end).map { bytes[$0] }
      let table = HuffmanCode(counts: counts, symbols: symbols).map { Table.code($0) } ?? .illegal
      if bytes[place] >> 4 == 0 {
        directCurrent[Int(bytes[place] & 3)] = table
      } else {
        alternatingCurrent[Int(bytes[place] & 3)] = table
      }
      place = end
    }
  }

  // MARK: Scans

  private mutating func readScan(_ bytes: Span<UInt8>, header: Range<Int>) -> Finding? {
    scanCount += 1
    guard scanCount <= scanEnds.count, let scan = JPEGScanHeader(bytes, in: header, of: frame) else {
      return Finding(JPEGFindings.malformedScanHeader, "scan \(scanCount) has an illegal header", at: header.lowerBound)
    }
    if let trouble = trouble(with: scan) { return Finding(trouble.kind, trouble.message, at: header.lowerBound) }
    let (fault, end) = unsafe bytes.withUnsafeBufferPointer { buffer in
      var reader = unsafe EntropyReader(buffer, from: header.upperBound)
      do throws(ScanFault) {
        return (ScanFault?.none, try decode(scan, &reader))
      } catch {
        return (error, reader.inputOffset)
      }
    }
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

  private mutating func decode(_ scan: JPEGScanHeader, _ reader: inout EntropyReader) throws(ScanFault) -> Int {
    let units = scan.unitCount(of: frame)
    if !frame.isProgressive {
      return try SequentialScan(
        blocks: try blocks(of: scan, usesAC: true), mcuCount: units, restartInterval: restartInterval
      ).walk(&reader)
    }
    if scan.first == 0 {
      let blocks = scan.high == 0 ? try blocks(of: scan, usesAC: false) : []
      let pass = DCScan(
        blocks: blocks, blocksPerUnit: scan.blocksPerUnit(of: frame), mcuCount: units,
        restartInterval: restartInterval, shift: scan.low)
      return scan.high == 0 ? try pass.walkFirst(&reader) : try pass.walkRefinement(&reader)
    }
    let component = scan.components[0]
    let pass = ProgressiveScan(
      code: try code(component.alternatingCurrent, of: alternatingCurrent), first: scan.first, last: scan.last,
      restartInterval: restartInterval)
    return scan.high == 0
      ? try pass.walkFirst(&masks[component.index], &reader)
      : try pass.walkRefinement(&masks[component.index], &reader)
  }

  /// The blocks of one MCU: each component as often as its sampling says, once when it is alone.
  private func blocks(of scan: JPEGScanHeader, usesAC: Bool) throws(ScanFault) -> [SequentialScan.Block] {
    var blocks: [SequentialScan.Block] = []
    for selection in scan.components {
      let dcCode = try code(selection.directCurrent, of: directCurrent)
      guard dcCode.largestSymbol <= 15 else { throw .illegalTable }
      let dc = HuffmanTables.dc(dcCode)
      let ac = usesAC ? HuffmanTables.sequentialAC(try code(selection.alternatingCurrent, of: alternatingCurrent)) : dc
      let block = SequentialScan.Block(dc: dc, ac: ac, component: selection.index)
      let component = frame.components[selection.index]
      let count = scan.components.count == 1 ? 1 : component.horizontalSampling * component.verticalSampling
      blocks.append(contentsOf: repeatElement(block, count: count))
    }
    return blocks
  }

  private func code(_ number: Int, of tables: [Table]) throws(ScanFault) -> HuffmanCode {
    guard tables.indices.contains(number), case .code(let code) = tables[number] else { throw .illegalTable }
    return code
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
