/// Reads a sequential Huffman scan and keeps the low frequencies of its blocks.
///
/// Stricter than libjpeg: whatever is unusual throws, and the library decodes the file.
@safe
struct CoefficientScan: ~Copyable {
  /// One block of an MCU: its tables, and where its coefficients go.
  ///
  /// Plain memory, so that the loop over blocks counts no references; `decoders` keeps the tables alive.
  @safe
  struct Block {
    let dc: UnsafePointer<UInt16>
    let ac: UnsafePointer<UInt32>
    let rest: UnsafePointer<UInt16>
    /// Offsets by zigzag index of coefficients from the first of the block; `JPEGReducer.slotCount` entries.
    let slots: UnsafePointer<Int32>
    /// The zigzag index of the last coefficient that is wanted.
    let last: Int
    /// The first coefficient of the block in the first MCU of a row.
    let first: UnsafeMutablePointer<Int16>
    /// Blocks of this component in an MCU across.
    let step: Int
    /// 0…3.
    let component: Int
    /// Into `decoders`.
    let decoder: Int
  }

  /// The tables of one component.
  struct Decoders {
    let dc: HuffmanDecoder<UInt16>
    let ac: HuffmanDecoder<UInt32>
    let rest: HuffmanDecoder<UInt16>
  }

  private let blocks: UnsafeMutableBufferPointer<Block>
  private let decoders: [Decoders]
  private let unitsAcross: Int
  private let unitsDown: Int
  private let restartInterval: Int

  /// Blocks of an MCU in their order; MCUs of a row and rows; MCUs between restart markers, 0 for none.
  init(_ blocks: [Block], _ decoders: [Decoders], units: (across: Int, down: Int), restartInterval: Int) {
    unsafe self.blocks = .allocate(capacity: blocks.count)
    _ = unsafe self.blocks.initialize(from: blocks)
    self.decoders = decoders
    unitsAcross = units.across
    unitsDown = units.down
    self.restartInterval = restartInterval
  }

  deinit { unsafe blocks.deallocate() }

  /// Reads all MCUs; `finishRow` is called behind each row of them and takes its coefficients.
  func read(_ reader: inout EntropyReader, finishRow: () -> Void) throws(ScanFault) -> Int {
    var column = 0
    return try reader.readIntervals(of: unitsAcross * unitsDown, every: restartInterval) {
      (units, reader, start) throws(ScanFault) in
      var buffer = start
      var predictions: InlineArray<4, Int> = .init(repeating: 0)
      for _ in 0..<units.count {
        if _slowPath(!buffer.hasRoom) {
          guard let slid = reader.slide(buffer) else { throw .truncated }
          buffer = slid
        }
        for index in unsafe blocks.indices {
          let block = unsafe blocks[index]
          try read(block, &predictions, &buffer, column: column)
        }
        column += 1
        if column == unitsAcross {
          column = 0
          finishRow()
        }
      }
      return buffer
    }
  }

  @inline(__always)
  private func read(
    _ block: Block, _ predictions: inout InlineArray<4, Int>, _ buffer: inout BitBuffer, column: Int
  ) throws(ScanFault) {
    let to = unsafe block.first + column &* block.step
    let difference = try difference(block, &buffer)
    let value = predictions[block.component] &+ difference
    guard SequentialScan.dcRange.contains(value) else { throw .dcOutOfRange }
    predictions[block.component] = value
    unsafe to[Int(block.slots[0])] = Int16(truncatingIfNeeded: value)
    try unsafe readValues(block, to, &buffer)
  }

  @inline(__always)
  private func difference(_ block: Block, _ buffer: inout BitBuffer) throws(ScanFault) -> Int {
    buffer.refill()
    let entry = unsafe block.dc[buffer.prefix]
    guard _fastPath(entry != 0) else { return try decoders[block.decoder].dc.difference(&buffer) }
    buffer.drop(Int(entry & 63))
    let category = Int(entry &>> 6)
    guard category > 0 else { return 0 }
    return Self.takeSigned(category, &buffer)
  }

  /// ITU T.81 F.2.2.1, EXTEND.
  @inline(__always)
  private static func takeSigned(_ category: Int, _ buffer: inout BitBuffer) -> Int {
    let isNegative = buffer.bits &>> 63 == 0
    let magnitude = buffer.take(category)
    return isNegative ? magnitude &- (1 &<< category) &+ 1 : magnitude
  }

  /// The AC coefficients of a block: those that are wanted by value, the rest by length only.
  @inline(__always)
  private func readValues(
    _ block: Block, _ to: UnsafeMutablePointer<Int16>, _ buffer: inout BitBuffer
  ) throws(ScanFault) {
    // The last coefficient that was read.
    var index = 0
    let last = block.last
    // Four entries of at most twelve bits follow one refill; the DC difference has left enough for two.
    var turn = 2
    while index < last {
      while turn < 4 {
        let entry = unsafe block.ac[buffer.prefix]
        let after = index &+ Int(entry &>> 9 & 127)
        let near = index &+ Int(entry &>> 4 & 31)
        if _slowPath(entry & 0xFE00 == 0) {
          (index, buffer) = try unsafe readLongValue(entry, block, to, buffer, index)
          break
        }
        // Beyond the last wanted index the slots lead to where nobody looks. The first value is stored last: where there
        // is only one, both are the same.
        unsafe to[Int(block.slots[after])] = Int16(Int8(truncatingIfNeeded: entry &>> 24))
        unsafe to[Int(block.slots[near])] = Int16(Int8(truncatingIfNeeded: entry &>> 16))
        if after >= last {
          guard after >= HuffmanTables.endOfValues else {
            buffer.drop(Int(entry & 15))
            index = after
            break
          }
          let before = after &- HuffmanTables.endOfValues
          if _fastPath(before == index || (before == near && near < 63)) {
            buffer.drop(Int(entry & 15))
            return
          }
          // The second symbol belongs to the next block, or the first leads past the end of this one.
          (index, buffer) = try unsafe readLongValue(0, block, to, buffer, index)
          break
        }
        buffer.drop(Int(entry & 15))
        index = after
        turn &+= 1
      }
      buffer.refill()
      turn = 0
    }
    if index < 63 { try skipRest(block, &buffer, from: index &+ 1) }
  }

  /// A coefficient whose bits or whose code do not fit an entry.
  ///
  /// - Returns: its index; `HuffmanTables.endOfValues` at the end of the block.
  @inline(never)
  private func readLongValue(
    _ entry: UInt32, _ block: Block, _ to: UnsafeMutablePointer<Int16>, _ start: BitBuffer, _ index: Int
  ) throws(ScanFault) -> (index: Int, buffer: BitBuffer) {
    var buffer = start
    buffer.refill()
    var run = Int(entry &>> 4 & 31)
    var category = Int(entry &>> 16 & 255)
    if entry != 0 {
      buffer.drop(Int(entry & 15))
    } else {
      guard let (length, symbol) = decoders[block.decoder].ac.code.decode(buffer.bits) else { throw .invalidCode }
      buffer.drop(length)
      run = symbol &>> 4 &+ 1
      category = symbol & 15
      if category == 0, run < 16 { return (HuffmanTables.endOfValues, buffer) }
      guard category <= HuffmanTables.maxACCategory else { throw .categoryOutOfRange }
    }
    let place = index &+ run
    guard place < 64 else { throw .coefficientOutOfRange }
    guard category > 0 else { return (place, buffer) }
    buffer.refill()
    unsafe to[Int(block.slots[place])] = Int16(truncatingIfNeeded: Self.takeSigned(category, &buffer))
    return (place, buffer)
  }

  @inline(__always)
  private func skipRest(_ block: Block, _ buffer: inout BitBuffer, from start: Int) throws(ScanFault) {
    var index = start
    while true {
      buffer.refill()
      for _ in 0..<2 {
        let entry = unsafe block.rest[buffer.prefix]
        let after = index &+ Int(entry &>> 6)
        if _fastPath(entry != 0 && after < 64) {
          buffer.drop(Int(entry & 63))
          index = after
        } else if _fastPath(
          entry != 0 && after >= HuffmanTables.endOfBlock && after < HuffmanTables.endOfBlock &+ 64)
        {
          buffer.drop(Int(entry & 63))
          return
        } else {
          return try decoders[block.decoder].rest.skipBlock(&buffer, from: index)
        }
      }
    }
  }
}
