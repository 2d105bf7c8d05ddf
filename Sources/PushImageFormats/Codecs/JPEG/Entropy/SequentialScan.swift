/// Reads every symbol of a sequential (baseline or extended) Huffman scan and no pixel.
struct SequentialScan {
  /// One block of an MCU: which tables it uses and whose DC prediction it continues.
  struct Block {
    let dc: HuffmanDecoder<UInt16>
    let ac: HuffmanDecoder<UInt16>
    /// 0…3.
    let component: Int
  }

  /// The blocks of one MCU in order; one to ten (ITU T.81 B.2.3).
  let blocks: [Block]
  let mcuCount: Int
  /// MCUs between restart markers; 0 for none.
  let restartInterval: Int

  /// Quantised DC of 8-bit samples cannot leave this range (11-bit magnitude).
  static let dcRange = -2048...2047

  /// Walks the scan from the reader's position.
  ///
  /// - Returns: the offset of the marker after the scan.
  func walk(_ reader: consuming EntropyReader) throws(ScanFault) -> Int {
    var rest = mcuCount
    var restarts = 0
    while true {
      let count = restartInterval > 0 ? min(restartInterval, rest) : rest
      try walk(count, &reader)
      rest -= count
      guard rest > 0 else { return try reader.finish() }
      try reader.restart(restarts)
      restarts &+= 1
    }
  }

  private func walk(_ count: Int, _ reader: inout EntropyReader) throws(ScanFault) {
    var predictions: InlineArray<4, Int> = .init(repeating: 0)
    for _ in 0..<count {
      guard reader.ensureRoom() else { throw .truncated }
      for index in blocks.indices {
        let component = blocks[index].component
        let value = predictions[component] &+ (try blocks[index].dc.difference(&reader))
        guard Self.dcRange.contains(value) else { throw .dcOutOfRange }
        predictions[component] = value
        try blocks[index].ac.skipBlock(&reader)
      }
    }
  }
}

extension HuffmanDecoder<UInt16> {
  /// Decodes one DC difference (ITU T.81 F.2.2.1); the table is `HuffmanTables.dc`.
  @inline(__always)
  func difference(_ reader: inout EntropyReader) throws(ScanFault) -> Int {
    reader.refill()
    let entry = unsafe entries[Int(reader.bits &>> 52)]
    var category = Int(entry &>> 6)
    if _fastPath(entry != 0) {
      reader.drop(Int(entry & 63))
    } else {
      category = try slowCategory(&reader)
    }
    guard category > 0 else { return 0 }
    let isNegative = reader.bits &>> 63 == 0
    let magnitude = reader.take(category)
    return isNegative ? magnitude &- (1 &<< category) &+ 1 : magnitude
  }

  @inline(never)
  private func slowCategory(_ reader: inout EntropyReader) throws(ScanFault) -> Int {
    guard let (length, category) = code.decode(reader.bits) else { throw .invalidCode }
    guard category <= HuffmanTables.maxDCCategory else { throw .categoryOutOfRange }
    reader.drop(length)
    return category
  }

  /// Runs over the AC coefficients of one block: how far the symbols reach, never their values.
  @inline(__always)
  func skipBlock(_ reader: inout EntropyReader) throws(ScanFault) {
    var index = 1
    while true {
      reader.refill()
      if try step(&index, &reader) { return }
      if try step(&index, &reader) { return }
    }
  }

  /// One lookup; true at the end of the block.
  @inline(__always)
  private func step(_ index: inout Int, _ reader: inout EntropyReader) throws(ScanFault) -> Bool {
    let entry = unsafe entries[Int(reader.bits &>> 52)]
    let after = index &+ Int(entry &>> 6)
    if _fastPath(entry != 0 && after < 64) {
      reader.drop(Int(entry & 63))
      index = after
      return false
    }
    // An entry with an end of block is right unless the block was already full before it.
    if _fastPath(entry != 0 && after >= HuffmanTables.endOfBlock && after < HuffmanTables.endOfBlock &+ 64) {
      reader.drop(Int(entry & 63))
      return true
    }
    return try slowStep(&index, &reader)
  }

  /// One symbol at a time: long codes, illegal ones, and entries that reach beyond the block.
  @inline(never)
  private func slowStep(_ index: inout Int, _ reader: inout EntropyReader) throws(ScanFault) -> Bool {
    reader.refill()
    guard let (length, symbol) = code.decode(reader.bits) else { throw .invalidCode }
    let run = symbol >> 4
    let category = symbol & 15
    reader.drop(length)
    reader.refill()
    if category == 0 && run != 15 { return true }
    guard category <= HuffmanTables.maxACCategory else { throw .categoryOutOfRange }
    reader.drop(category)
    index += run + 1
    guard index <= 64 else { throw .coefficientOutOfRange }
    reader.refill()
    return index == 64
  }
}
