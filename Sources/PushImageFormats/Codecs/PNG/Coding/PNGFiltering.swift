/// How the filter of each row is chosen.
enum PNGFiltering: Sendable, Hashable {
  /// The same for all rows, 0 to 4.
  case fixed(UInt8)
  /// The one whose bytes, as signed numbers, are smallest in sum.
  case smallestSum
  /// The one whose bytes have the least entropy.
  case leastEntropy
  /// The one with the fewest different pairs of neighbouring bytes.
  case fewestPairs

  static let all: [PNGFiltering] = [
    .fixed(0), .fixed(1), .fixed(2), .fixed(3), .fixed(4), .smallestSum, .leastEntropy, .fewestPairs,
  ]

  /// Filter byte and filtered bytes of every row.
  func filtered(_ raster: PNGRaster) -> [UInt8] { filtered(raster, rows: 0..<raster.header.height) }

  /// Filter byte and filtered bytes of some rows.
  func filtered(_ raster: PNGRaster, rows: Range<Int>) -> [UInt8] {
    let header = raster.header
    let rowByteCount = header.rowByteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: (rowByteCount + 1) * rows.count) { output, filledCount in
      filledCount = output.count
      guard let start = output.baseAddress else { return }
      unsafe raster.rows.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress else { return }
        var job = PNGFilterJob(rowByteCount: rowByteCount, pixelByteCount: max(1, header.bitsPerPixel / 8))
        var target = unsafe start
        for y in rows {
          let row = unsafe source + y * rowByteCount
          unsafe job.write(row, y == 0 ? nil : row - rowByteCount, self, to: target)
          unsafe target += rowByteCount + 1
        }
      }
    }
  }
}

/// Filters rows of one width, and weighs them.
@safe struct PNGFilterJob: ~Copyable {
  private let rowByteCount: Int
  private let pixelByteCount: Int
  /// A row of zeros, then one for each filter.
  private let rows: UnsafeMutablePointer<UInt8>
  /// For pairs of bytes: the number of the row that had it last.
  private var seen: [UInt32] = []
  private var round: UInt32 = 0

  init(rowByteCount: Int, pixelByteCount: Int) {
    self.rowByteCount = rowByteCount
    self.pixelByteCount = pixelByteCount
    unsafe rows = .allocate(capacity: 6 * rowByteCount)
    unsafe rows.initialize(repeating: 0, count: 6 * rowByteCount)
  }

  deinit { unsafe rows.deallocate() }

  /// Writes filter byte and bytes of one row; `previous` is nil for the first.
  @unsafe mutating func write(
    _ row: UnsafePointer<UInt8>, _ previous: UnsafePointer<UInt8>?, _ filtering: PNGFiltering,
    to output: UnsafeMutablePointer<UInt8>
  ) {
    let above = unsafe previous ?? UnsafePointer(rows)
    if case .fixed(let filter) = filtering {
      unsafe output[0] = filter
      unsafe PNGFilter.apply(
        filter, row, above, count: rowByteCount, pixelByteCount: pixelByteCount, to: output + 1)
      return
    }
    var best: UInt8 = 0
    var least = Int.max
    for filter in UInt8(0)...4 {
      let target = unsafe rows + (Int(filter) + 1) * rowByteCount
      unsafe PNGFilter.apply(filter, row, above, count: rowByteCount, pixelByteCount: pixelByteCount, to: target)
      let weight = unsafe weight(target, filtering)
      if weight < least {
        least = weight
        best = filter
      }
    }
    unsafe output[0] = best
    unsafe (output + 1).update(from: rows + (Int(best) + 1) * rowByteCount, count: rowByteCount)
  }

  private mutating func weight(_ row: UnsafePointer<UInt8>, _ filtering: PNGFiltering) -> Int {
    switch filtering {
    case .leastEntropy: unsafe entropy(row)
    case .fewestPairs: unsafe pairCount(row)
    default: unsafe sum(row)
    }
  }

  private func sum(_ row: UnsafePointer<UInt8>) -> Int {
    var sum = 0
    for index in 0..<rowByteCount { sum &+= unsafe Int(min(row[index], 0 &- row[index])) }
    return sum
  }

  /// Bytes times bits, up to a constant: less is better. Whole numbers, so that it is the same everywhere.
  private func entropy(_ row: UnsafePointer<UInt8>) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
      unsafe counts.initialize(repeating: 0)
      for index in 0..<rowByteCount { unsafe counts[Int(row[index])] &+= 1 }
      var sum = 0
      for value in 0..<256 { sum &+= unsafe Self.timesLogarithm(counts[value]) }
      return -sum
    }
  }

  /// About n·log2(n), by straight lines between powers of two.
  @inline(__always)
  private static func timesLogarithm(_ count: UInt32) -> Int {
    guard count > 1 else { return 0 }
    let exponent = 31 &- count.leadingZeroBitCount
    let value = Int(count)
    return value &* exponent &+ (value &- 1 &<< exponent) &* 2
  }

  private mutating func pairCount(_ row: UnsafePointer<UInt8>) -> Int {
    if seen.isEmpty { seen = Array(repeating: 0, count: 65_536) }
    round &+= 1
    let round = round
    var count = 0
    unsafe seen.withUnsafeMutableBufferPointer { seen in
      var pair = unsafe Int(row[0])
      for index in 1..<max(1, rowByteCount) {
        pair = unsafe (pair &<< 8 | Int(row[index])) & 0xFFFF
        if unsafe seen[pair] != round {
          unsafe seen[pair] = round
          count &+= 1
        }
      }
    }
    return count
  }
}
