/// The divisors that a JPEG was saved with: how much its encoder gave up.
public struct JPEGQuantization: Sendable, Hashable {
  /// 64 divisors of brightness, 1…65,535, row by row.
  public let luma: [UInt16]
  /// 64 divisors of colour; those of brightness in a gray picture.
  public let chroma: [UInt16]
  /// Whether colour has half the rows or columns, or both.
  public let isSubsampled: Bool

  /// Reads the tables that the first scan uses, from the header of a file; nil when one is missing or illegal.
  public init?(_ bytes: Span<UInt8>, limits: Limits = .default) {
    let structure = JPEGStructure.readHeader(bytes, limits: limits, listsSegments: true)
    guard let frame = structure.frame, let first = frame.components.first else { return nil }
    let tables = Self.tables(bytes, structure)
    let second = frame.components.count > 1 ? frame.components[1] : first
    guard let luma = tables[first.quantizationTable], let chroma = tables[second.quantizationTable] else { return nil }
    self.luma = luma
    self.chroma = chroma
    isSubsampled =
      second.horizontalSampling < first.horizontalSampling || second.verticalSampling < first.verticalSampling
  }

  /// The tables that libjpeg makes of a quality, 1…100 (jcparam.c), from those of ITU T.81 annex K.
  ///
  /// - Parameter isEven: of brightness, halfway from annex K to the same divisor for all. At the same bytes the
  ///   structural similarity of 48 cases (photographs and screens, quality 45 to 80) was higher by 0.005 in the mean and
  ///   in four of five cases; what was saved before with annex K is better saved with it again.
  init(quality: Int, isEven: Bool = false, isSubsampled: Bool = true) {
    let base = isEven ? Self.standardLuma.map { ($0 + Self.evenDivisor + 1) / 2 } : Self.standardLuma
    luma = Self.scaled(base, quality: quality)
    chroma = Self.scaled(Self.standardChroma, quality: quality)
    self.isSubsampled = isSubsampled
  }

  /// With it a quality makes about as many bytes as with annex K, or a few less.
  private static let evenDivisor: UInt16 = 28

  /// The quality, 1…100 as libjpeg counts, whose tables are nearest; exact for files that libjpeg wrote.
  public var estimatedQuality: Int {
    (1...100).min { distance(to: $0) < distance(to: $1) } ?? 100
  }

  private func distance(to quality: Int) -> Int {
    func difference(_ table: [UInt16], _ standard: [UInt16]) -> Int {
      zip(table, Self.scaled(standard, quality: quality)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    return difference(luma, Self.standardLuma) + difference(chroma, Self.standardChroma)
  }

  // MARK: Tables

  /// The divisors, row by row, of each number that the segments of a header define; the last definition counts.
  static func tables(_ bytes: Span<UInt8>, _ structure: JPEGStructure) -> [Int: [UInt16]] {
    var tables: [Int: [UInt16]] = [:]
    for segment in structure.segments.segments where segment.name == "DQT" { read(bytes, segment, into: &tables) }
    return tables
  }

  private static func read(_ bytes: Span<UInt8>, _ segment: Segment, into tables: inout [Int: [UInt16]]) {
    var place = segment.byteOffset
    while place < segment.endOffset {
      while bytes.byte(at: place) == 0xFF, bytes.byte(at: place + 1) == 0xFF { place += 1 }
      guard let length = bytes.bigEndian16(at: place + 2), place + 2 + length <= segment.endOffset else { return }
      let end = place + 2 + length
      place += 4
      while place < end, let head = bytes.byte(at: place) {
        let valueByteCount = head >> 4 == 0 ? 1 : 2
        guard place + 1 + 64 * valueByteCount <= end else { break }
        var table = [UInt16](repeating: 1, count: 64)
        for index in 0..<64 {
          let value =
            valueByteCount == 1
            ? bytes.byte(at: place + 1 + index).map(Int.init) : bytes.bigEndian16(at: place + 1 + 2 * index)
          table[zigzag[index]] = UInt16(clamping: max(value ?? 1, 1))
        }
        tables[Int(head & 15)] = table
        place += 1 + 64 * valueByteCount
      }
      place = end
    }
  }

  private static func scaled(_ standard: [UInt16], quality: Int) -> [UInt16] {
    let quality = min(max(quality, 1), 100)
    let percent = quality < 50 ? 5_000 / quality : 200 - 2 * quality
    return standard.map { UInt16(clamping: min(max((Int($0) * percent + 50) / 100, 1), 255)) }
  }

  /// The natural place of each coefficient in the order of a file (ITU T.81 figure A.6).
  static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
  ]

  /// ITU T.81 table K.1.
  private static let standardLuma: [UInt16] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// ITU T.81 table K.2.
  private static let standardChroma: [UInt16] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99,
  ]
}
