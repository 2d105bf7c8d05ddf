/// The parts of a JPEG as bytes, to be put together right or wrong. All pictures are one flat gray.
enum JPEGBuilder {
  struct Component {
    var id: UInt8 = 1
    var horizontal = 1
    var vertical = 1
    var quantization: UInt8 = 0
  }

  /// The parameters of a scan: coefficients from…through, and bits high/low.
  struct Band {
    var first = 0
    var last = 63
    var high = 0
    var low = 0

    static let directCurrent = Band(first: 0, last: 0)
    static let alternatingCurrent = Band(first: 1, last: 63)
  }

  static let soi: [UInt8] = [0xFF, 0xD8]
  static let eoi: [UInt8] = [0xFF, 0xD9]
  static let gray = [Component()]
  /// The usual 4:2:0.
  static let color = [Component(id: 1, horizontal: 2, vertical: 2), Component(id: 2), Component(id: 3)]

  // MARK: Segments

  static func big16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big16(payload.count + 2) + payload
  }

  static func dqt(_ table: UInt8 = 0, value: UInt8 = 1) -> [UInt8] {
    segment(0xDB, [table] + [UInt8](repeating: value, count: 64))
  }

  static func sof(
    _ marker: UInt8 = 0xC0, width: Int = 16, height: Int = 16, precision: UInt8 = 8, _ components: [Component] = gray
  ) -> [UInt8] {
    let list = components.flatMap { [$0.id, UInt8($0.horizontal << 4 | $0.vertical), $0.quantization] }
    return segment(marker, [precision] + big16(height) + big16(width) + [UInt8(components.count)] + list)
  }

  /// Two codes: `0` for the first value, `10` for the second.
  static func dht(class tableClass: UInt8, _ table: UInt8 = 0, values: [UInt8]) -> [UInt8] {
    let counts: [UInt8] = [1, UInt8(values.count - 1)] + [UInt8](repeating: 0, count: 14)
    return segment(0xC4, [tableClass << 4 | table] + counts + values)
  }

  /// DC: category 0 and 1. AC: end of block, and end of a band of 16,384 to 32,767 blocks.
  static let tables = dht(class: 0, values: [0, 1]) + dht(class: 1, values: [0x00, 0xE0])

  static func dri(_ interval: Int) -> [UInt8] { segment(0xDD, big16(interval)) }

  static func sos(_ ids: [UInt8] = [1], tables: UInt8 = 0, _ band: Band = Band()) -> [UInt8] {
    segment(
      0xDA,
      [UInt8(ids.count)] + ids.flatMap { [$0, tables] }
        + [UInt8(band.first), UInt8(band.last), UInt8(band.high << 4 | band.low)])
  }

  // MARK: Entropy-coded data

  /// `bitCount` zero bits, padded with ones.
  static func zeros(_ bitCount: Int) -> [UInt8] {
    let whole = [UInt8](repeating: 0, count: bitCount / 8)
    let rest = bitCount % 8
    return rest == 0 ? whole : whole + [0xFF >> UInt8(rest)]
  }

  /// A sequential scan of flat blocks: two bits each.
  static func flatData(units: Int, blocksPerUnit: Int = 1, restartInterval: Int = 0) -> [UInt8] {
    guard restartInterval > 0 else { return zeros(2 * units * blocksPerUnit) }
    var data: [UInt8] = []
    var left = units
    var restart: UInt8 = 0
    while left > 0 {
      let now = min(left, restartInterval)
      data += zeros(2 * now * blocksPerUnit)
      left -= now
      if left > 0 {
        data += [0xFF, 0xD0 + restart]
        restart = (restart + 1) & 7
      }
    }
    return data
  }

  /// An AC scan without any coefficient, in runs of up to 32,767 blocks: `10`, then 14 bits.
  static func emptyBand(blocks: Int) -> [UInt8] {
    var bits: [Bool] = []
    var left = blocks
    while left > 0 {
      if left >= 16_384 {
        let run = min(left, 32_767)
        bits += [true, false] + (0..<14).map { (run - 16_384) >> (13 - $0) & 1 == 1 }
        left -= run
      } else {
        bits.append(false)
        left -= 1
      }
    }
    var data: [UInt8] = []
    var index = 0
    while index < bits.count {
      var byte: UInt8 = 0
      for place in index..<index + 8 { byte = byte << 1 | (place < bits.count && !bits[place] ? 0 : 1) }
      data.append(byte)
      if byte == 0xFF { data.append(0) }
      index += 8
    }
    return data
  }

  // MARK: Whole files

  private static func roundUp(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step }

  /// MCUs of an interleaved scan.
  static func unitCount(_ width: Int, _ height: Int, _ components: [Component]) -> Int {
    guard components.count > 1 else { return roundUp(width, 8) * roundUp(height, 8) }
    let across = 8 * (components.map(\.horizontal).max() ?? 1)
    let down = 8 * (components.map(\.vertical).max() ?? 1)
    return roundUp(width, across) * roundUp(height, down)
  }

  static func blocksPerUnit(_ components: [Component]) -> Int {
    components.count == 1 ? 1 : components.reduce(0) { $0 + $1.horizontal * $1.vertical }
  }

  /// Everything before the first scan.
  static func header(
    _ marker: UInt8 = 0xC0, width: Int = 16, height: Int = 16, components: [Component] = gray, extra: [UInt8] = []
  ) -> [UInt8] {
    soi + extra + dqt() + sof(marker, width: width, height: height, components) + tables
  }

  static func baseline(
    width: Int = 16, height: Int = 16, _ components: [Component] = gray, restartInterval: Int = 0, extra: [UInt8] = []
  ) -> [UInt8] {
    var file = header(width: width, height: height, components: components, extra: extra)
    if restartInterval > 0 { file += dri(restartInterval) }
    file += sos(components.map(\.id))
    file += flatData(
      units: unitCount(width, height, components), blocksPerUnit: blocksPerUnit(components),
      restartInterval: restartInterval)
    return file + eoi
  }

  /// One interleaved DC scan and one AC scan per component.
  static func progressive(width: Int = 16, height: Int = 16, _ components: [Component] = gray) -> [UInt8] {
    var file = header(0xC2, width: width, height: height, components: components)
    file += sos(components.map(\.id), .directCurrent)
    file += zeros(unitCount(width, height, components) * blocksPerUnit(components))
    let across = components.map(\.horizontal).max() ?? 1
    let down = components.map(\.vertical).max() ?? 1
    for component in components {
      let columns = roundUp(roundUp(width * component.horizontal, across), 8)
      let rows = roundUp(roundUp(height * component.vertical, down), 8)
      file += sos([component.id], .alternatingCurrent) + emptyBand(blocks: columns * rows)
    }
    return file + eoi
  }

  /// A gray picture whose scans send one coefficient and one bit at a time: 1 + 63 * 14 legal scans at most.
  static func manyScans(width: Int, height: Int, scanCount: Int) -> [UInt8] {
    let blocks = roundUp(width, 8) * roundUp(height, 8)
    let data = emptyBand(blocks: blocks)
    var file = header(0xC2, width: width, height: height) + sos([1], .directCurrent) + zeros(blocks)
    var left = scanCount - 1
    for coefficient in 1...63 {
      for low in (0...13).reversed() where left > 0 {
        let high = low == 13 ? 0 : low + 1
        file += sos([1], Band(first: coefficient, last: coefficient, high: high, low: low)) + data
        left -= 1
      }
    }
    return file + eoi
  }
}
