internal import PushImageFormats

/// Width by height, both at least 1: `2:1`.
public struct AspectRatio: Sendable, Hashable, CustomStringConvertible {
  /// Parts across, without common factors.
  public let width: Int
  /// Parts down, without common factors.
  public let height: Int

  /// Nil unless both are from 1 to 10,000.
  public init?(width: Int, height: Int) {
    guard (1...10_000).contains(width), (1...10_000).contains(height) else { return nil }
    var (divisor, rest) = (width, height)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.width = width / divisor
    self.height = height / divisor
  }

  /// `2:1`.
  public var description: String { "\(width):\(height)" }

  /// Whether `size` has this shape to within less than a pixel of one side.
  func isMet(by size: PixelSize) -> Bool {
    abs(saturatingProduct(size.width, height) - saturatingProduct(size.height, width)) < max(width, height)
  }

  /// The largest size of this shape inside `size`.
  func inscribed(in size: PixelSize) -> PixelSize {
    guard !isMet(by: size) else { return size }
    let isTooWide = saturatingProduct(size.width, height) > saturatingProduct(size.height, width)
    return isTooWide
      ? PixelSize(width: width(for: size.height), height: size.height)
      : PixelSize(width: size.width, height: height(for: size.width))
  }

  /// The smallest size of this shape around `size`.
  func circumscribed(around size: PixelSize) -> PixelSize {
    guard !isMet(by: size) else { return size }
    let isTooWide = saturatingProduct(size.width, height) > saturatingProduct(size.height, width)
    return isTooWide
      ? PixelSize(width: size.width, height: height(for: size.width))
      : PixelSize(width: width(for: size.height), height: size.height)
  }

  private func width(for side: Int) -> Int { max(1, (saturatingProduct(side, width) + height / 2) / height) }

  private func height(for side: Int) -> Int { max(1, (saturatingProduct(side, height) + width / 2) / width) }
}
