/// What a start-of-scan segment says, checked against its frame.
struct JPEGScanHeader: Sendable, Hashable {
  /// One component of the scan.
  struct Selection: Sendable, Hashable {
    /// Into the frame's components.
    let index: Int
    /// Number of its DC table as written, 0…15; there are tables 0…3.
    let directCurrent: Int
    /// Number of its AC table as written, 0…15.
    let alternatingCurrent: Int
  }

  let components: [Selection]
  /// Spectral selection Ss…Se.
  let first: Int
  let last: Int
  /// Successive approximation Ah and Al.
  let high: Int
  let low: Int

  /// Parses the payload of SOS, without its length field. Nil when it does not fit itself or the frame.
  init?(_ bytes: Span<UInt8>, in payload: Range<Int>, of frame: JPEGFrame) {
    guard let count = bytes.byte(at: payload.lowerBound).map(Int.init), (1...4).contains(count),
      payload.count == 4 + 2 * count
    else { return nil }
    var components: [Selection] = []
    for place in 0..<count {
      let id = bytes[payload.lowerBound + 1 + 2 * place]
      let tables = Int(bytes[payload.lowerBound + 2 + 2 * place])
      // Equal ids select the components in turn, as libjpeg does.
      let index = frame.components.indices.prefix(4).first { candidate in
        frame.components[candidate].id == id && !components.contains { $0.index == candidate }
      }
      guard let index else { return nil }
      components.append(
        Selection(index: index, directCurrent: tables >> 4, alternatingCurrent: tables & 15))
    }
    let parameters = payload.lowerBound + 1 + 2 * count
    self.components = components
    first = Int(bytes[parameters])
    last = Int(bytes[parameters + 1])
    high = Int(bytes[parameters + 2] >> 4)
    low = Int(bytes[parameters + 2] & 15)
  }

  /// The only selection of a sequential picture.
  var isWholeBlock: Bool { first == 0 && last == 63 && high == 0 && low == 0 }

  /// ITU T.81 G.1.1.1 with the limit of libjpeg: at most 13 bits held back.
  var isLegalProgression: Bool {
    let isLegalBand = first == 0 ? last == 0 : first <= last && last < 64 && components.count == 1
    return isLegalBand && (high == 0 || low == high - 1) && low <= 13
  }

  /// Blocks of one MCU: 1 for a component alone.
  func blocksPerUnit(of frame: JPEGFrame) -> Int {
    guard components.count > 1 else { return 1 }
    return components.reduce(0) { sum, selection in
      let component = frame.components[selection.index]
      return sum + component.horizontalSampling * component.verticalSampling
    }
  }

  /// MCUs of the scan: its own blocks for a component alone.
  func unitCount(of frame: JPEGFrame) -> Int {
    guard components.count == 1 else { return frame.units.across * frame.units.down }
    let size = frame.blocks(of: frame.components[components[0].index])
    return size.across * size.down
  }
}

/// How far each coefficient of each component has come in a progressive file.
struct JPEGProgression: Sendable {
  /// By component and coefficient: bits still held back; -1 before its first scan.
  private var heldBack: [[Int]]

  init(componentCount: Int) {
    heldBack = [[Int]](repeating: [Int](repeating: -1, count: 64), count: componentCount)
  }

  /// Notes a scan; false when it does not continue the ones before, as libjpeg's "inconsistent progression".
  mutating func note(_ scan: JPEGScanHeader) -> Bool {
    var continues = true
    for selection in scan.components {
      if scan.first > 0, heldBack[selection.index][0] < 0 { continues = false }
      for coefficient in scan.first...scan.last {
        if scan.high != max(heldBack[selection.index][coefficient], 0) { continues = false }
        heldBack[selection.index][coefficient] = scan.low
      }
    }
    return continues
  }
}
