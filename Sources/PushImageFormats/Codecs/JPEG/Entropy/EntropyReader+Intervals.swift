extension EntropyReader {
  /// Reads a scan interval by interval: `body` for the units of each, and the restart marker that is due after it.
  ///
  /// - Parameters:
  ///   - unitCount: MCUs of the scan; blocks, where it holds one component.
  ///   - restartInterval: units between restart markers; 0 for none.
  ///   - body: reads these units from the buffer given and returns the buffer behind them.
  /// - Returns: the offset of the marker after the scan.
  @inline(__always)
  mutating func readIntervals(
    of unitCount: Int, every restartInterval: Int,
    _ body: (Range<Int>, inout EntropyReader, BitBuffer) throws(ScanFault) -> BitBuffer
  ) throws(ScanFault) -> Int {
    var start = 0
    var restarts = 0
    var buffer = self.start()
    while true {
      let end = restartInterval > 0 ? min(start + restartInterval, unitCount) : unitCount
      buffer = try body(start..<end, &self, buffer)
      start = end
      guard start < unitCount else { return try finish(buffer) }
      buffer = try restart(restarts, buffer)
      restarts &+= 1
    }
  }
}
