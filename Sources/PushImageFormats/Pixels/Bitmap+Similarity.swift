/// How alike two pictures look, by the structure of their brightness.
extension Bitmap {
  /// Structural similarity (Wang, Bovik, Sheikh and Simoncelli 2004) of the brightness, 1 when equal: the mean over
  /// windows of 8x8 pixels, 4 apart, each of whose pixels counts the same.
  ///
  /// Colour and opacity are not looked at, and the last rows and columns that fill no 4 pixels are left out.
  ///
  /// - Precondition: both have the same size and are gray or RGB.
  package func similarity(to other: Bitmap) -> Double {
    precondition(size == other.size, "pictures of different sizes have no common pixels")
    let cells = SimilarityCells(self, other)
    return cells.meanOfWindows
  }

  /// Brightness of one row, a byte a pixel, by ITU-R BT.601.
  fileprivate func appendBrightness(ofRow y: Int, to row: inout [UInt8]) {
    row.removeAll(keepingCapacity: true)
    let start = y * rowByteCount
    guard layout == .rgb else { return row += bytes[start..<start + size.width] }
    for place in stride(from: start, to: start + rowByteCount, by: 3) {
      let sum = 77 * UInt32(bytes[place]) + 150 * UInt32(bytes[place + 1]) + 29 * UInt32(bytes[place + 2])
      row.append(UInt8(truncatingIfNeeded: (sum + 128) >> 8))
    }
  }
}

/// Sums over cells of 4x4 pixels, four of which make a window.
private struct SimilarityCells {
  struct Sums {
    var one: Int32 = 0
    var other: Int32 = 0
    var squares: Int32 = 0
    var products: Int32 = 0

    static func + (left: Sums, right: Sums) -> Sums {
      Sums(
        one: left.one &+ right.one, other: left.other &+ right.other, squares: left.squares &+ right.squares,
        products: left.products &+ right.products)
    }
  }

  private let across: Int
  private let down: Int
  private var cells: [Sums]

  init(_ one: Bitmap, _ other: Bitmap) {
    across = one.size.width / 4
    down = one.size.height / 4
    cells = [Sums](repeating: Sums(), count: across * down)
    var row: [UInt8] = []
    var otherRow: [UInt8] = []
    for y in 0..<down * 4 {
      one.appendBrightness(ofRow: y, to: &row)
      other.appendBrightness(ofRow: y, to: &otherRow)
      for cell in 0..<across { cells[y / 4 * across + cell] = sums(row, otherRow, cell) + cells[y / 4 * across + cell] }
    }
  }

  private func sums(_ row: [UInt8], _ other: [UInt8], _ cell: Int) -> Sums {
    var sums = Sums()
    for x in cell * 4..<cell * 4 + 4 {
      let (a, b) = (Int32(row[x]), Int32(other[x]))
      sums.one &+= a
      sums.other &+= b
      sums.squares &+= a &* a &+ b &* b
      sums.products &+= a &* b
    }
    return sums
  }

  /// 1 for pictures too small for a window.
  var meanOfWindows: Double {
    guard across > 1, down > 1 else { return 1 }
    var total = 0.0
    for y in 0..<down - 1 {
      for x in 0..<across - 1 {
        let place = y * across + x
        total += Self.similarity(cells[place] + cells[place + 1] + cells[place + across] + cells[place + across + 1])
      }
    }
    return total / Double((across - 1) * (down - 1))
  }

  private static func similarity(_ sums: Sums) -> Double {
    let count = 64.0
    let (one, other) = (Double(sums.one) / count, Double(sums.other) / count)
    let variances = Double(sums.squares) / count - one * one - other * other
    let covariance = Double(sums.products) / count - one * other
    // (0.01 and 0.03 of the range of 255) squared, of the paper.
    let (c1, c2) = (6.5025, 58.5225)
    return (2 * one * other + c1) * (2 * covariance + c2) / ((one * one + other * other + c1) * (variances + c2))
  }
}
