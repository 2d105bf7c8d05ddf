/// How alike two pictures look, by the structure of their channels.
extension Bitmap {
  /// Structural similarity (Wang, Bovik, Sheikh and Simoncelli 2004), 1 when equal: the mean over channels and over
  /// windows of 8x8 pixels, 4 apart, each of whose pixels counts the same.
  ///
  /// Opacity counts like a colour, and the last rows and columns that fill no 4 pixels are left out.
  ///
  /// - Precondition: both have the same size and layout.
  package func similarity(to other: Bitmap) -> Double {
    precondition(size == other.size && layout == other.layout, "only pictures of one kind can be compared")
    let channels = 0..<layout.channelCount
    return channels.reduce(0) { $0 + SimilarityCells(self, other, channel: $1).meanOfWindows } / Double(channels.count)
  }
}

/// Sums over cells of 4x4 pixels, four of which make a window.
private struct SimilarityCells {
  struct Sums {
    var one: Int32 = 0
    var other: Int32 = 0
    var squares: Int32 = 0
    var products: Int32 = 0

    mutating func add(_ a: Int32, _ b: Int32) {
      one &+= a
      other &+= b
      squares &+= a &* a &+ b &* b
      products &+= a &* b
    }

    static func + (left: Sums, right: Sums) -> Sums {
      Sums(
        one: left.one &+ right.one, other: left.other &+ right.other, squares: left.squares &+ right.squares,
        products: left.products &+ right.products)
    }
  }

  private let across: Int
  private let down: Int
  private var cells: [Sums]

  init(_ one: Bitmap, _ other: Bitmap, channel: Int) {
    across = one.size.width / 4
    down = one.size.height / 4
    cells = [Sums](repeating: Sums(), count: across * down)
    let step = one.layout.channelCount
    let (bytes, otherBytes) = (one.bytes.span, other.bytes.span)
    for y in 0..<down * 4 {
      var place = y * one.rowByteCount + channel
      for cell in y / 4 * across..<(y / 4 + 1) * across {
        var sums = cells[cell]
        for _ in 0..<4 {
          sums.add(Int32(bytes[place]), Int32(otherBytes[place]))
          place += step
        }
        cells[cell] = sums
      }
    }
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
