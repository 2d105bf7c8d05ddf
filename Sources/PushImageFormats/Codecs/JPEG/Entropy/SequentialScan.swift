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
  func walk(_ reader: inout EntropyReader) throws(ScanFault) -> Int {
    try reader.readIntervals(of: mcuCount, every: restartInterval) { (units, reader, start) throws(ScanFault) in
      try walk(units.count, &reader, start)
    }
  }

  private func walk(
    _ count: Int, _ reader: inout EntropyReader, _ start: BitBuffer
  ) throws(ScanFault) -> BitBuffer {
    var buffer = start
    var predictions: InlineArray<4, Int> = .init(repeating: 0)
    for _ in 0..<count {
      if _slowPath(!buffer.hasRoom) {
        guard let slid = reader.slide(buffer) else { throw .truncated }
        buffer = slid
      }
      for index in blocks.indices {
        let component = blocks[index].component
        let value = predictions[component] &+ (try blocks[index].dc.difference(&buffer))
        guard Self.dcRange.contains(value) else { throw .dcOutOfRange }
        predictions[component] = value
        try blocks[index].ac.skipBlock(&buffer)
      }
    }
    return buffer
  }
}

extension HuffmanDecoder<UInt16> {
  /// Decodes one DC difference (ITU T.81 F.2.2.1); the table is `HuffmanTables.dc`.
  @inline(__always)
  func difference(_ buffer: inout BitBuffer) throws(ScanFault) -> Int {
    buffer.refill()
    let entry = unsafe entries[buffer.prefix]
    var category = Int(entry &>> 6)
    if _fastPath(entry != 0) {
      buffer.drop(Int(entry & 63))
    } else {
      guard let (length, symbol) = code.decode(buffer.bits) else { throw .invalidCode }
      guard symbol <= HuffmanTables.maxDCCategory else { throw .categoryOutOfRange }
      buffer.drop(length)
      category = symbol
    }
    guard category > 0 else { return 0 }
    let isNegative = buffer.bits &>> 63 == 0
    let magnitude = buffer.take(category)
    return isNegative ? magnitude &- (1 &<< category) &+ 1 : magnitude
  }

  /// Runs over the AC coefficients of one block from `start` on: how far the symbols reach, never their values.
  @inline(__always)
  func skipBlock(_ buffer: inout BitBuffer, from start: Int = 1) throws(ScanFault) {
    var index = start
    while true {
      buffer.refill()
      if try step(&index, &buffer) { return }
      if try step(&index, &buffer) { return }
    }
  }

  /// One lookup; true at the end of the block.
  @inline(__always)
  private func step(_ index: inout Int, _ buffer: inout BitBuffer) throws(ScanFault) -> Bool {
    let entry = unsafe entries[buffer.prefix]
    let after = index &+ Int(entry &>> 6)
    if _fastPath(entry != 0 && after < 64) {
      buffer.drop(Int(entry & 63))
      index = after
      return false
    }
    // An entry with an end of block is right unless the block was already full before it.
    if _fastPath(entry != 0 && after >= HuffmanTables.endOfBlock && after < HuffmanTables.endOfBlock &+ 64) {
      buffer.drop(Int(entry & 63))
      return true
    }
    return try slowStep(&index, &buffer)
  }

  /// One symbol at a time: long codes, illegal ones, and entries that reach beyond the block.
  @inline(__always)
  private func slowStep(_ index: inout Int, _ buffer: inout BitBuffer) throws(ScanFault) -> Bool {
    buffer.refill()
    guard let (length, symbol) = code.decode(buffer.bits) else { throw .invalidCode }
    let run = symbol &>> 4
    let category = symbol & 15
    buffer.drop(length)
    if category == 0 && run != 15 { return true }
    guard category <= HuffmanTables.maxACCategory else { throw .categoryOutOfRange }
    buffer.refill()
    buffer.drop(category)
    index &+= run &+ 1
    guard index <= 64 else { throw .coefficientOutOfRange }
    buffer.refill()
    return index == 64
  }
}
