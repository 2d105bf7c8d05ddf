/// Reads the DC scans of a progressive JPEG (ITU T.81 G.1.2.1).
struct DCScan {
  /// The blocks of one MCU in order.
  let blocks: [SequentialScan.Block]
  let mcuCount: Int
  let restartInterval: Int
  /// Point transform of a first scan: values are stored shifted down by it.
  let shift: Int

  /// The first DC scan: differences, as in a sequential scan.
  func walkFirst(_ reader: consuming EntropyReader) throws(ScanFault) -> Int {
    let range = (SequentialScan.dcRange.lowerBound >> shift)...(SequentialScan.dcRange.upperBound >> shift)
    return try walk(&reader) { (count, reader) throws(ScanFault) in
      var predictions: InlineArray<4, Int> = .init(repeating: 0)
      for _ in 0..<count {
        guard reader.ensureRoom() else { throw .truncated }
        for index in blocks.indices {
          let component = blocks[index].component
          let value = predictions[component] &+ (try blocks[index].dc.difference(&reader))
          guard range.contains(value) else { throw .dcOutOfRange }
          predictions[component] = value
        }
      }
    }
  }

  /// A refining DC scan: one bit a block.
  func walkRefinement(_ reader: consuming EntropyReader) throws(ScanFault) -> Int {
    try walk(&reader) { (count, reader) throws(ScanFault) in
      var rest = count * blocks.count
      while rest > 0 {
        guard reader.ensureRoom() else { throw .truncated }
        let part = min(rest, 48)
        reader.refill()
        reader.drop(part)
        rest -= part
      }
    }
  }

  @inline(__always)
  private func walk(
    _ reader: inout EntropyReader, _ body: (Int, inout EntropyReader) throws(ScanFault) -> Void
  ) throws(ScanFault) -> Int {
    var rest = mcuCount
    var restarts = 0
    while true {
      let count = restartInterval > 0 ? min(restartInterval, rest) : rest
      try body(count, &reader)
      rest -= count
      guard rest > 0 else { return try reader.finish() }
      try reader.restart(restarts)
      restarts &+= 1
    }
  }
}
