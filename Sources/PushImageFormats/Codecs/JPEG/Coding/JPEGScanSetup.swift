/// What the only scan of a sequential JPEG is decoded with.
struct JPEGScanSetup {
  /// The first entropy-coded byte.
  let scanOffset: Int
  /// MCUs between restart markers; 0 for none.
  let restartInterval: Int
  /// By component, in the order of the frame.
  let divisors: [[UInt16]]
  /// By component, in the order of the frame.
  let decoders: [CoefficientScan.Decoders]

  /// Nil when a table is missing or illegal, or the first scan does not hold all components in the frame's order.
  init?(_ bytes: Span<UInt8>, _ structure: JPEGStructure, of frame: JPEGFrame) {
    let segments = structure.segments.segments
    guard !structure.isDecided, let last = segments.last, let header = Self.scanHeader(bytes, at: last.endOffset),
      let scan = JPEGScanHeader(bytes, in: header, of: frame), scan.isWholeBlock,
      scan.components.map(\.index) == Array(frame.components.indices), scan.blocksPerUnit(of: frame) <= 10
    else { return nil }
    scanOffset = header.upperBound
    var codes = Codes()
    var interval = 0
    for segment in segments where segment.name == "DHT" || segment.name == "DRI" {
      Self.forEachSegment(bytes, segment) { payload in
        if segment.name == "DHT" { codes.note(bytes, in: payload) }
        if segment.name == "DRI" { interval = bytes.bigEndian16(at: payload.lowerBound) ?? 0 }
      }
    }
    restartInterval = interval
    let tables = JPEGQuantization.tables(bytes, structure)
    var divisors: [[UInt16]] = []
    var decoders: [CoefficientScan.Decoders] = []
    for selection in scan.components {
      guard let table = tables[frame.components[selection.index].quantizationTable],
        let decoder = codes.decoders(selection)
      else { return nil }
      divisors.append(table)
      decoders.append(decoder)
    }
    self.divisors = divisors
    self.decoders = decoders
  }

  /// MCUs of a row, and rows of them.
  func units(of frame: JPEGFrame) -> (across: Int, down: Int) {
    frame.components.count == 1 ? frame.blocks(of: frame.components[0]) : frame.units
  }

  /// The blocks of a component in one MCU.
  func blocks(of index: Int, _ frame: JPEGFrame, _ reducer: borrowing JPEGReducer) -> [CoefficientScan.Block] {
    let component = frame.components[index]
    let isAlone = frame.components.count == 1
    let (across, down) = isAlone ? (1, 1) : (component.horizontalSampling, component.verticalSampling)
    return (0..<down * across).map { number in
      unsafe CoefficientScan.Block(
        dc: decoders[index].dc.entries, ac: decoders[index].ac.entries, rest: decoders[index].rest.entries,
        slots: UnsafePointer(reducer.slots), last: reducer.last,
        first: reducer.coefficients(row: number / across) + number % across, step: across, component: index,
        decoder: index)
    }
  }

  /// Whether nothing but EOI follows the scan.
  func isEndOfImage(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    var place = offset
    while bytes.byte(at: place) == 0xFF, bytes.byte(at: place + 1) == 0xFF { place += 1 }
    return bytes.bigEndian16(at: place) == 0xFFD9
  }

  // MARK: Segments

  /// The payload of SOS, which follows the last segment of the header.
  private static func scanHeader(_ bytes: Span<UInt8>, at offset: Int) -> Range<Int>? {
    var place = offset
    while bytes.byte(at: place) == 0xFF, bytes.byte(at: place + 1) == 0xFF { place += 1 }
    guard bytes.bigEndian16(at: place) == 0xFFDA, let length = bytes.bigEndian16(at: place + 2), length >= 2,
      place + 2 + length <= bytes.count
    else { return nil }
    return place + 4..<place + 2 + length
  }

  /// Neighbours of one name are one segment of the list.
  private static func forEachSegment(_ bytes: Span<UInt8>, _ segment: Segment, _ body: (Range<Int>) -> Void) {
    var place = segment.byteOffset
    while place < segment.endOffset {
      while bytes.byte(at: place) == 0xFF, bytes.byte(at: place + 1) == 0xFF { place += 1 }
      guard let length = bytes.bigEndian16(at: place + 2), length >= 2, place + 2 + length <= segment.endOffset
      else { return }
      body(place + 4..<place + 2 + length)
      place += 2 + length
    }
  }

  /// The Huffman codes that the segments of a header define.
  private struct Codes {
    private var directCurrent = [HuffmanCode?](repeating: nil, count: 4)
    private var alternatingCurrent = [HuffmanCode?](repeating: nil, count: 4)
    /// Components share their tables.
    private var made: [Int: CoefficientScan.Decoders] = [:]

    mutating func note(_ bytes: Span<UInt8>, in payload: Range<Int>) {
      var place = payload.lowerBound
      while place + 17 <= payload.upperBound {
        let counts = (0..<16).map { Int(bytes[place + 1 + $0]) }
        let end = place + 17 + counts.reduce(0, +)
        guard end <= payload.upperBound else { return }
        let code = HuffmanCode(counts: counts, symbols: (place + 17..<end).map { bytes[$0] })
        let number = Int(bytes[place] & 3)
        if bytes[place] >> 4 == 0 { directCurrent[number] = code } else { alternatingCurrent[number] = code }
        place = end
      }
    }

    mutating func decoders(_ selection: JPEGScanHeader.Selection) -> CoefficientScan.Decoders? {
      guard directCurrent.indices.contains(selection.directCurrent),
        alternatingCurrent.indices.contains(selection.alternatingCurrent)
      else { return nil }
      let key = selection.directCurrent * 4 + selection.alternatingCurrent
      if let known = made[key] { return known }
      guard let dc = directCurrent[selection.directCurrent], dc.largestSymbol <= 15,
        let ac = alternatingCurrent[selection.alternatingCurrent]
      else { return nil }
      let decoders = CoefficientScan.Decoders(
        dc: HuffmanTables.dc(dc), ac: HuffmanTables.valuedAC(ac), rest: HuffmanTables.sequentialAC(ac))
      made[key] = decoders
      return decoders
    }
  }
}
