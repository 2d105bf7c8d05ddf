/// Which tables a file has defined and which components its scans have brought so far.
struct JPEGScans: Sendable {
  /// Every SOS, also a broken one.
  private(set) var count = 0
  /// The first scan held fewer components than the frame, so coefficients wait for the others.
  private(set) var needsSeveral = false
  /// Blocks that all scans visit together: what a decoder's time depends on besides the bytes.
  private(set) var blockCount = 0
  /// By index into the frame's components.
  private var hasData = SmallSet()
  private var quantizationTables = SmallSet()
  private var directCurrentTables = SmallSet()
  private var alternatingCurrentTables = SmallSet()

  /// Numbers below 256 without an allocation.
  private struct SmallSet: Sendable {
    private var words: InlineArray<4, UInt64> = .init(repeating: 0)

    mutating func insert(_ number: Int) { words[number >> 6 & 3] |= 1 &<< UInt64(number & 63) }

    func contains(_ number: Int) -> Bool {
      (0..<256).contains(number) && words[number >> 6] >> UInt64(number & 63) & 1 == 1
    }
  }

  /// A trouble of a scan header: its kind and words.
  struct Trouble: Sendable {
    let kind: Finding.Kind
    let message: String

    init(_ kind: Finding.Kind, _ message: String) {
      self.kind = kind
      self.message = message
    }
  }

  // MARK: Tables

  /// DQT: tables of 64 values, one or two bytes each. Nil when all is well.
  mutating func noteQuantizationTables(_ bytes: Span<UInt8>, in payload: Range<Int>) -> String? {
    var place = payload.lowerBound
    while place < payload.upperBound {
      let number = Int(bytes[place] & 15)
      let byteCount = bytes[place] >> 4 == 0 ? 65 : 129
      guard number < 4, bytes[place] >> 4 <= 1 else { return "quantization table \(number) is none of 0 to 3" }
      place += byteCount
      guard place <= payload.upperBound else { return "quantization table \(number) is cut by the end of its segment" }
      quantizationTables.insert(number)
    }
    return nil
  }

  /// DHT: 16 counts of codes by length, then as many values. Nil when all is well. Whether the codes fit a tree is
  /// left to the decoder, which looks at the tables in use.
  mutating func noteHuffmanTables(_ bytes: Span<UInt8>, in payload: Range<Int>) -> String? {
    var place = payload.lowerBound
    while place < payload.upperBound {
      let number = Int(bytes[place] & 15)
      let tableClass = bytes[place] >> 4
      guard tableClass <= 1, number < 4 else { return "Huffman table \(number) is none of 0 to 3" }
      guard place + 17 <= payload.upperBound else { return "Huffman table \(number) is cut by the end of its segment" }
      var codeCount = 0
      for length in 1...16 { codeCount += Int(bytes[place + length]) }
      place += 17 + codeCount
      guard codeCount <= 256, place <= payload.upperBound else {
        return "Huffman table \(number) has \(codeCount) codes, more than its segment holds"
      }
      if tableClass == 0 { directCurrentTables.insert(number) } else { alternatingCurrentTables.insert(number) }
    }
    return nil
  }

  /// DAC: pairs of a table number and its conditioning (ITU-T T.81 B.2.4.3). Nil when all is well.
  static func conditioningTrouble(_ bytes: Span<UInt8>, in payload: Range<Int>) -> String? {
    guard payload.count.isMultiple(of: 2) else { return "DAC has \(payload.count) bytes, which are no pairs" }
    for place in stride(from: payload.lowerBound, to: payload.upperBound, by: 2) {
      let number = bytes[place]
      let value = bytes[place + 1]
      guard number < 32 else { return "arithmetic table \(number) is none of 0 to 31" }
      // The upper half are AC tables, of which libjpeg takes any value.
      guard number >= 16 || value & 15 <= value >> 4 else {
        return "arithmetic table \(number) has bounds \(value & 15) to \(value >> 4), the wrong way round"
      }
    }
    return nil
  }

  // MARK: Scan headers

  /// SOS: checks the header against frame and tables as libjpeg does, and notes what the scan will bring.
  mutating func noteScan(_ bytes: Span<UInt8>, in payload: Range<Int>, of frame: JPEGFrame) -> Trouble? {
    count += 1
    let start = payload.lowerBound
    guard let selectionCount = bytes.byte(at: start), (1...4).contains(selectionCount),
      payload.count == 4 + 2 * Int(selectionCount)
    else {
      return Trouble(
        JPEGFindings.malformedScanHeader, "scan header of \(payload.count) bytes names no 1 to 4 components")
    }
    if count == 1, Int(selectionCount) < frame.components.count { needsSeveral = true }
    // What follows are rules of the DCT processes; others have their own.
    guard frame.unverifiedCoding == nil else { return nil }
    guard let scan = JPEGScanHeader(bytes, in: payload, of: frame) else {
      return Trouble(JPEGFindings.malformedScanHeader, "scan names a component that the frame does not have")
    }
    // At most 2^26 units of 64 blocks, and a file of no more than 2^28 bytes: no sum of them overflows.
    blockCount += scan.unitCount(of: frame) * scan.blocksPerUnit(of: frame)
    let isFirstOfDC = scan.first == 0 && scan.high == 0
    for selection in scan.components where !frame.isProgressive || isFirstOfDC {
      hasData.insert(selection.index)
    }
    return missingTable(
      scan.components, of: frame, usesDirectCurrent: !frame.isProgressive || isFirstOfDC,
      usesAlternatingCurrent: !frame.isProgressive || scan.first > 0)
  }

  private func missingTable(
    _ selections: [JPEGScanHeader.Selection], of frame: JPEGFrame, usesDirectCurrent: Bool, usesAlternatingCurrent: Bool
  ) -> Trouble? {
    for selection in selections {
      let quantization = frame.components[selection.index].quantizationTable
      guard quantizationTables.contains(quantization) else {
        return Trouble(JPEGFindings.missingTable, "scan \(count) uses quantization table \(quantization), not defined")
      }
      guard !frame.isArithmetic else { continue }
      if usesDirectCurrent, !directCurrentTables.contains(selection.directCurrent) {
        let table = selection.directCurrent
        return Trouble(JPEGFindings.missingTable, "scan \(count) uses DC Huffman table \(table), not defined")
      }
      if usesAlternatingCurrent, !alternatingCurrentTables.contains(selection.alternatingCurrent) {
        let table = selection.alternatingCurrent
        return Trouble(JPEGFindings.missingTable, "scan \(count) uses AC Huffman table \(table), not defined")
      }
    }
    return nil
  }

  /// Components that no scan has brought; of a progressive file, those without their first DC scan.
  func missingComponents(of frame: JPEGFrame) -> [Int] {
    frame.components.indices.filter { !hasData.contains($0) }
  }
}
