/// Plays an animation: one canvas, frame after frame, as a viewer shows it.
///
/// What no frame has covered is transparent, whatever background colour the file names: so do browsers and phones.
/// Memory for one screen, two where a frame asks for what was there before.
@safe struct GIFPlayer: ~Copyable {
  let animation: GIFAnimation
  /// The screen after the last `advance`.
  let canvas: PixelPlane<UInt32>
  /// The frame that is shown, -1 before the first.
  private(set) var frameIndex = -1
  /// Where the canvas may differ from the one before.
  private(set) var changed = PixelRectangle.empty
  /// Pixels that the data of the frame that is shown did not have.
  private(set) var missingPixelCount = 0
  /// Indexes of the frame that is shown, in the order of the file.
  private let indices: PixelPlane<UInt8>
  private let saved: PixelPlane<UInt32>?
  private var decoder = GIFPixelDecoder()

  init(_ animation: GIFAnimation) {
    self.animation = animation
    canvas = PixelPlane(count: animation.screen.pixelCount, repeating: 0)
    let needsSaving = animation.frames.contains { $0.control.disposal == .previous }
    saved = needsSaving ? PixelPlane(count: animation.screen.pixelCount, repeating: 0) : nil
    let most = animation.frames.reduce(0) { max($0, $1.pixelCount) }
    indices = PixelPlane(count: most + GIFPixelDecoder.slack, repeating: 0)
  }

  /// Shows the next frame; false when there is none.
  ///
  /// - Parameter bytes: of the file that the animation is of.
  mutating func advance(_ bytes: Span<UInt8>) -> Bool {
    guard frameIndex + 1 < animation.frames.count else { return false }
    let disposed = disposeOfFrame()
    frameIndex += 1
    let frame = animation.frames[frameIndex]
    let place = animation.place(of: frame)
    if frame.control.disposal == .previous { save(place) }
    let count = decoder.decode(bytes, frame, into: indices)
    missingPixelCount = frame.pixelCount - count
    draw(frame, count, GIFAnimation.colors(of: frame, bytes))
    changed = frameIndex == 0 ? PixelRectangle(animation.screen) : disposed.union(place)
    return true
  }

  /// Undoes what the frame that is shown does not leave behind; where that was.
  private func disposeOfFrame() -> PixelRectangle {
    guard frameIndex >= 0 else { return .empty }
    let frame = animation.frames[frameIndex]
    let place = animation.place(of: frame)
    switch frame.control.disposal {
    case .none: return .empty
    case .background: canvas.fill(place, rowLength: animation.screen.width, with: 0)
    case .previous: if let saved { canvas.copy(place, rowLength: animation.screen.width, from: saved) }
    }
    return place
  }

  private func save(_ place: PixelRectangle) {
    saved?.copy(place, rowLength: animation.screen.width, from: canvas)
  }

  /// Draws the first `count` pixels of the frame.
  private func draw(_ frame: GIFFrame, _ count: Int, _ colors: [UInt32]) {
    let place = animation.place(of: frame)
    guard !place.isEmpty else { return }
    let screenWidth = animation.screen.width
    unsafe colors.withUnsafeBufferPointer { colors in
      guard let table = colors.baseAddress else { return }
      for (fileRow, row) in GIFRowOrder(height: frame.height, isInterlaced: frame.isInterlaced).enumerated() {
        let first = fileRow * frame.width
        guard first < count else { break }
        guard frame.top + row < place.y + place.height else { continue }
        let width = min(place.width, count - first)
        unsafe Self.draw(
          indices.base + first, width, table, canvas.base + (frame.top + row) * screenWidth + frame.left)
      }
    }
  }

  @inline(__always)
  private static func draw(
    _ indices: UnsafePointer<UInt8>, _ count: Int, _ colors: UnsafePointer<UInt32>, _ row: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<count {
      let color = unsafe colors[Int(indices[x])]
      if color != 0 { unsafe row[x] = color }
    }
  }
}

extension GIFPlayer {
  /// How often the frame that is shown uses each index.
  func indexCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    guard frameIndex >= 0 else { return counts }
    let pixelCount = animation.frames[frameIndex].pixelCount - missingPixelCount
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      for index in 0..<pixelCount { unsafe counts[Int(indices.base[index])] += 1 }
    }
    return counts
  }
}

/// The rows of a frame in the order of the file.
struct GIFRowOrder: Sequence {
  let height: Int
  let isInterlaced: Bool

  /// From top to bottom, or every eighth, the fourths between, and so on.
  func makeIterator() -> AnyIterator<Int> {
    var row = 0
    var pass = 0
    let steps = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    return AnyIterator {
      while row >= height {
        pass += 1
        guard pass < steps.count else { return nil }
        row = steps[pass].0
      }
      defer { row += steps[pass].1 }
      return row
    }
  }
}
