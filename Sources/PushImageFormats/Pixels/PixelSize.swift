/// Width and height of a picture, in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size as it is; nothing is checked.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `1024x512`.
  public var description: String { "\(width)x\(height)" }

  /// Pixels in all, or the largest number where the product would overflow.
  public var pixelCount: Int {
    let (product, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : product
  }

  /// Width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The largest size of the same shape inside `bounds`, each side at least 1 pixel; never larger than this one.
  public func fitted(within bounds: PixelSize) -> PixelSize {
    guard width > 0, height > 0, width > bounds.width || height > bounds.height else { return self }
    let scale = min(Double(bounds.width) / Double(width), Double(bounds.height) / Double(height))
    return scaled(by: scale)
  }

  /// Both sides times `factor`, rounded to the nearest whole pixel and at least 1.
  public func scaled(by factor: Double) -> PixelSize {
    func side(_ value: Int) -> Int { max(1, Int(max(0, min(Double(value) * factor, 4e9)).rounded())) }
    return PixelSize(width: side(width), height: side(height))
  }
}
