/// Where in the picture the next inflated byte belongs, and what the bytes before have shown.
struct PNGRowCursor {
  /// Whole rows met, over all passes.
  private(set) var rowCount = 0
  /// Rows of all passes.
  let expectedRowCount: Int
  /// Bytes after the last row.
  private(set) var excessByteCount = 0
  /// The filter byte above 4 at which the walk ended.
  private(set) var illegalFilter: UInt8?
  /// A row that shows its indices names a color past the last one.
  private(set) var hasIndexOverPalette = false
  /// There were rows whose indices only unfiltering would show.
  private(set) var hidesIndices = false

  private let passes: [PNGPass]
  private let colorCount: Int?
  private let bitsPerPixel: Int
  private var pass = 0
  private var rowsLeft = 0
  /// Of the present row.
  private var rowByteCount = 0
  /// Of the present row, with its filter byte when that comes next.
  private(set) var bytesLeft = 0
  private var filter: UInt8 = 0

  init(_ stream: PNGPictureStream) {
    passes = PNGPass.all(of: stream)
    expectedRowCount = passes.reduce(0) { $0 + $1.rowCount }
    colorCount = stream.colorCount
    bitsPerPixel = stream.bitsPerPixel
    beginPass(0)
  }

  /// Whether all rows are there.
  var isDone: Bool { pass >= passes.count }

  private mutating func beginPass(_ index: Int) {
    pass = index
    guard !isDone else { return }
    rowsLeft = passes[index].rowCount
    rowByteCount = passes[index].rowByteCount
    bytesLeft = rowByteCount + 1
  }

  /// Accounts for inflated bytes; false when a row begins with an unknown filter, where it stops.
  mutating func take(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    while offset < bytes.count, !isDone {
      if bytesLeft > rowByteCount {
        filter = bytes[offset]
        guard filter <= 4 else {
          illegalFilter = filter
          return false
        }
        offset += 1
        bytesLeft -= 1
      }
      let count = min(bytes.count - offset, bytesLeft)
      if let colorCount { lookAtIndices(bytes.extracting(offset..<offset + count), colorCount) }
      offset += count
      bytesLeft -= count
      if bytesLeft == 0 { endRow() }
    }
    excessByteCount += bytes.count - offset
    return true
  }

  private mutating func endRow() {
    rowCount += 1
    bytesLeft = rowByteCount + 1
    rowsLeft -= 1
    if rowsLeft == 0 { beginPass(pass + 1) }
  }

  /// Indices past the last color, in a piece of a row without its filter byte.
  private mutating func lookAtIndices(_ bytes: Span<UInt8>, _ colorCount: Int) {
    guard filter == 0, bitsPerPixel == 8 else { return hidesIndices = true }
    if bytes.largest >= colorCount { hasIndexOverPalette = true }
  }
}

extension Span where Element == UInt8 {
  /// The largest byte; 0 when there is none.
  fileprivate var largest: Int {
    var wide = SIMD16<UInt8>(repeating: 0)
    let bytes = unsafe self.bytes
    var offset = 0
    while offset <= count - 16 {
      let next = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      wide.replace(with: next, where: next .> wide)
      offset += 16
    }
    var largest = wide.max()
    while offset < count {
      largest = Swift.max(largest, self[offset])
      offset += 1
    }
    return Int(largest)
  }
}
