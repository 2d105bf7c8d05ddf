/// A part of a picture, in pixels from its upper left corner.
public struct PixelRectangle: Sendable, Hashable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// Columns; 0 for nothing.
  public var width: Int
  /// Rows; 0 for nothing.
  public var height: Int

  /// A rectangle as it is; nothing is checked.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a picture.
  public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// No pixel.
  package static let empty = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

  /// Its two sides.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The columns.
  package var columns: Range<Int> { x..<x + max(0, width) }

  /// The rows.
  package var rows: Range<Int> { y..<y + max(0, height) }

  /// Pixels in all.
  package var pixelCount: Int { isEmpty ? 0 : size.pixelCount }

  /// What both have in common.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard right > left, bottom > top else { return .empty }
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that holds both.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    let right = max(x + width, other.x + other.width)
    let bottom = max(y + height, other.y + other.height)
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
