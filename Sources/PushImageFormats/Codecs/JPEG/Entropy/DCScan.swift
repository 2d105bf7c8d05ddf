/// Reads the DC scans of a progressive JPEG (ITU T.81 G.1.2.1).
struct DCScan {
  /// The blocks of one MCU in order; empty in a refining scan, which uses no table.
  let blocks: [SequentialScan.Block]
  let blocksPerUnit: Int
  let mcuCount: Int
  let restartInterval: Int
  /// Point transform of a first scan: values are stored shifted down by it.
  let shift: Int

  /// The first DC scan: differences, as in a sequential scan.
  func walkFirst(_ reader: inout EntropyReader) throws(ScanFault) -> Int {
    let range = (SequentialScan.dcRange.lowerBound >> shift)...(SequentialScan.dcRange.upperBound >> shift)
    return try reader.readIntervals(of: mcuCount, every: restartInterval) { (units, reader, start) throws(ScanFault) in
      var buffer = start
      var predictions: InlineArray<4, Int> = .init(repeating: 0)
      for _ in units {
        if _slowPath(!buffer.hasRoom) {
          guard let slid = reader.slide(buffer) else { throw .truncated }
          buffer = slid
        }
        for index in blocks.indices {
          let component = blocks[index].component
          let value = predictions[component] &+ (try blocks[index].dc.difference(&buffer))
          guard range.contains(value) else { throw .dcOutOfRange }
          predictions[component] = value
        }
      }
      return buffer
    }
  }

  /// A refining DC scan: one bit a block.
  func walkRefinement(_ reader: inout EntropyReader) throws(ScanFault) -> Int {
    try reader.readIntervals(of: mcuCount, every: restartInterval) { (units, reader, start) throws(ScanFault) in
      var buffer = start
      var rest = units.count * blocksPerUnit
      while rest > 0 {
        if _slowPath(!buffer.hasRoom) {
          guard let slid = reader.slide(buffer) else { throw .truncated }
          buffer = slid
        }
        let part = min(rest, 48)
        buffer.refill()
        buffer.drop(part)
        rest -= part
      }
      return buffer
    }
  }
}
