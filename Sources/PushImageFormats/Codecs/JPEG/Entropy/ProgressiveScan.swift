/// Reads every symbol of one AC scan of a progressive JPEG (ITU T.81 Annex G) and no value.
///
/// Time is bounded by bytes and blocks with coefficients: empty blocks inside an end-of-band run cost a 64th each.
struct ProgressiveScan {
  let code: HuffmanCode
  /// Spectral band in zigzag order, 1…63.
  let first: Int
  let last: Int
  /// MCUs (here: blocks) between restart markers; 0 for none.
  let restartInterval: Int

  /// The first scan of a band: marks in `masks` which coefficients appear.
  ///
  /// - Returns: the offset of the marker after the scan.
  func walkFirst(_ masks: inout CoefficientMasks, _ reader: inout EntropyReader) throws(ScanFault) -> Int {
    let table = HuffmanTables.firstAC(code)
    return try reader.readIntervals(of: masks.blockCount, every: restartInterval) {
      (blocks, reader, start) throws(ScanFault) in
      var buffer = start
      var block = blocks.lowerBound
      while block < blocks.upperBound {
        if _slowPath(!buffer.hasRoom) {
          guard let slid = reader.slide(buffer) else { throw .truncated }
          buffer = slid
        }
        var mask: UInt64 = 0
        let run = try readFirst(table, &mask, &buffer)
        if mask != 0 { masks.mark(mask, at: block) }
        block &+= 1 &+ run
      }
      // A run that leads past the last block is passed over, as every decoder does: files of real encoders have it.
      return buffer
    }
  }

  /// A refining scan: one more bit for every coefficient of the band, and new ones.
  ///
  /// - Returns: the offset of the marker after the scan.
  func walkRefinement(_ masks: inout CoefficientMasks, _ reader: inout EntropyReader) throws(ScanFault) -> Int {
    let table = HuffmanTables.refiningAC(code)
    let band = CoefficientMasks.band(first, last)
    let rank = BitRank()
    return try reader.readIntervals(of: masks.blockCount, every: restartInterval) {
      (blocks, reader, start) throws(ScanFault) in
      var buffer = start
      var block = blocks.lowerBound
      while block < blocks.upperBound {
        if _slowPath(!buffer.hasRoom) {
          guard let slid = reader.slide(buffer) else { throw .truncated }
          buffer = slid
        }
        let history = masks.masks[block] & band
        var fresh: UInt64 = 0
        let (run, index) = try refineBlock(table, rank, history, ~history & band, &fresh, &buffer)
        if fresh != 0 { masks.mark(fresh, at: block) }
        block &+= 1
        guard run > 0 else { continue }
        if index <= last { buffer.skip((history & (UInt64.max &<< UInt64(index))).nonzeroBitCount) }
        let end = min(block + run - 1, blocks.upperBound)
        buffer = try refineRun(masks, block..<end, band, &reader, buffer)
        block = end
      }
      return buffer
    }
  }

  /// One block of a first scan; returns how many further blocks its end-of-band run covers.
  @inline(__always)
  private func readFirst(
    _ table: HuffmanDecoder<UInt32>, _ mask: inout UInt64, _ buffer: inout BitBuffer
  ) throws(ScanFault) -> Int {
    var index = first
    while index <= last {
      buffer.refill()
      let entry = unsafe table.entries[buffer.prefix]
      let passed = Int(entry &>> 6) & 63
      // An end of band inside the entry belongs to this block only while the band is not full.
      if _fastPath(entry != 0 && index &+ passed &+ Int(entry &>> 12 & 1) <= last &+ 1) {
        mask |= UInt64(entry &>> 16) &<< UInt64(index)
        index &+= passed
        buffer.drop(Int(entry & 63))
        if entry & 0x1000 != 0 { return 0 }
      } else if let run = try slowFirst(&index, &mask, &buffer) {
        return run
      }
    }
    return 0
  }

  /// One symbol at a time; the length of the run when the band ends here.
  @inline(__always)
  private func slowFirst(
    _ index: inout Int, _ mask: inout UInt64, _ buffer: inout BitBuffer
  ) throws(ScanFault) -> Int? {
    guard let (length, symbol) = code.decode(buffer.bits) else { throw .invalidCode }
    buffer.drop(length)
    buffer.refill()
    let run = symbol >> 4
    let category = symbol & 15
    if category == 0 && run < 15 { return (1 << run) - 1 + (run > 0 ? buffer.take(run) : 0) }
    guard category <= HuffmanTables.maxACCategory else { throw .categoryOutOfRange }
    // A run may lead past the band, as in files of real encoders. libjpeg stores the coefficient there, the last
    // of the block at the most, and later scans refine it.
    if category > 0 { mask |= 1 &<< UInt64(min(index + run, 63)) }
    index += run + 1
    buffer.drop(category)
    return nil
  }

  /// One block of a refining scan: the length of the end-of-band run that begins in it (0: none), and where.
  @inline(__always)
  private func refineBlock(
    _ table: HuffmanDecoder<UInt16>, _ rank: borrowing BitRank, _ history: UInt64, _ zeros: UInt64,
    _ fresh: inout UInt64,
    _ buffer: inout BitBuffer
  ) throws(ScanFault) -> (run: Int, index: Int) {
    var index = first
    while index <= last {
      buffer.refill()
      let entry = unsafe table.entries[buffer.prefix]
      var (run, isNew, used) = (Int(entry &>> 6) & 15, UInt64(entry &>> 10), Int(entry & 63))
      if _slowPath(entry == 0) {
        let symbol = try slowRefinement(&buffer)
        if symbol.endOfBandRun > 0 { return (symbol.endOfBandRun, index) }
        (run, isNew, used) = (symbol.run, symbol.isNew, symbol.used)
      }
      guard let distance = rank.position(of: run, in: zeros &>> UInt64(index)) else {
        // As in a first scan: libjpeg stores a coefficient that a run leads past the band right behind it.
        fresh |= isNew &<< UInt64(min(last + 1, 63))
        buffer.drop(used)
        buffer.skip((history & (UInt64.max &<< UInt64(index))).nonzeroBitCount)
        return (0, last + 1)
      }
      // Every coefficient passed that is not zero has one more bit.
      let total = used &+ distance &- run
      if _fastPath(total <= 56) {
        buffer.drop(total)
      } else {
        buffer.drop(used)
        buffer.skip(total - used)
      }
      fresh |= isNew &<< UInt64(index &+ distance)
      index &+= distance &+ 1
    }
    return (0, index)
  }

  /// What one symbol of a refining scan says: a run and perhaps a new coefficient, or the end of the band.
  private struct Refinement {
    var run = 0
    var isNew: UInt64 = 0
    /// Bits of the symbol with its sign, not yet dropped.
    var used = 0
    var endOfBandRun = 0
  }

  @inline(__always)
  private func slowRefinement(_ buffer: inout BitBuffer) throws(ScanFault) -> Refinement {
    guard let (length, symbol) = code.decode(buffer.bits) else { throw .invalidCode }
    let run = symbol &>> 4
    switch symbol & 15 {
    case 0 where run < 15:
      buffer.drop(length)
      buffer.refill()
      return Refinement(endOfBandRun: (1 &<< run) &+ (run > 0 ? buffer.take(run) : 0))
    case 0: return Refinement(run: run, used: length)
    case 1: return Refinement(run: run, isNew: 1, used: length &+ 1)
    default: throw .refinementOutOfRange
    }
  }

  /// Blocks that an end-of-band run covers: one bit for each of their coefficients in the band.
  @inline(__always)
  private func refineRun(
    _ masks: CoefficientMasks, _ blocks: Range<Int>, _ band: UInt64, _ reader: inout EntropyReader,
    _ start: BitBuffer
  ) throws(ScanFault) -> BitBuffer {
    var buffer = start
    var block = blocks.lowerBound
    while block < blocks.upperBound {
      let word = masks.occupied[block &>> 6] &>> UInt64(block & 63)
      guard word != 0 else {
        block = (block | 63) &+ 1
        continue
      }
      block &+= word.trailingZeroBitCount
      guard block < blocks.upperBound else { break }
      if _slowPath(!buffer.hasRoom) {
        guard let slid = reader.slide(buffer) else { throw .truncated }
        buffer = slid
      }
      buffer.skip((masks.masks[block] & band).nonzeroBitCount)
      block &+= 1
    }
    return buffer
  }
}
