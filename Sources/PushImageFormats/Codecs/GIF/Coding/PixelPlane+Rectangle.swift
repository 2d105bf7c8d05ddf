/// Rectangles of canvases whose rows are `rowLength` pixels.
extension PixelPlane where Element == UInt32 {
  func fill(_ place: PixelRectangle, rowLength: Int, with pixel: UInt32) {
    guard !place.isEmpty else { return }
    precondition(contains(place, rowLength))
    for y in place.rows { unsafe (base + y * rowLength + place.x).update(repeating: pixel, count: place.width) }
  }

  /// Takes over the pixels of another plane of the same shape.
  func copy(_ place: PixelRectangle, rowLength: Int, from other: PixelPlane<UInt32>) {
    guard !place.isEmpty else { return }
    precondition(contains(place, rowLength) && other.count == count)
    for y in place.rows {
      let offset = y * rowLength + place.x
      unsafe (base + offset).update(from: other.base + offset, count: place.width)
    }
  }

  /// The smallest part of `place` outside of which both planes are equal.
  func difference(from other: PixelPlane<UInt32>, in place: PixelRectangle, rowLength: Int) -> PixelRectangle {
    guard !place.isEmpty else { return .empty }
    precondition(contains(place, rowLength) && other.count == count)
    var left = place.width
    var right = 0
    var top = -1
    var bottom = -1
    for y in place.rows {
      let offset = y * rowLength + place.x
      let (mine, others) = unsafe (base + offset, other.base + offset)
      var first = 0
      while first < place.width, unsafe mine[first] == others[first] { first &+= 1 }
      guard first < place.width else { continue }
      var last = place.width &- 1
      while unsafe mine[last] == others[last] { last &-= 1 }
      if top < 0 { top = y }
      bottom = y
      left = min(left, first)
      right = max(right, last)
    }
    guard top >= 0 else { return .empty }
    return PixelRectangle(x: place.x + left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private func contains(_ place: PixelRectangle, _ rowLength: Int) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x + place.width <= rowLength
      && (place.y + place.height) * rowLength <= count
  }
}
