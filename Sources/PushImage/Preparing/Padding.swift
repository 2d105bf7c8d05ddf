/// Bars on two sides that give a picture another shape.
public struct Padding: Sendable, Hashable {
  /// The shape.
  public var ratio: AspectRatio
  /// The colour of the bars; default: white.
  public var color = Color.white

  /// A colour of sRGB with opacity.
  public struct Color: Sendable, Hashable {
    /// White, opaque.
    public static let white = Color(red: 255, green: 255, blue: 255)
    /// Nothing at all; makes every output a PNG or GIF.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// 0…255.
    public var red: UInt8
    /// 0…255.
    public var green: UInt8
    /// 0…255.
    public var blue: UInt8
    /// 0 for nothing, 255 for opaque.
    public var alpha: UInt8

    /// A colour, opaque unless said otherwise.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// Bars up to this shape.
  public init(_ ratio: AspectRatio, color: Color = .white) {
    self.ratio = ratio
    self.color = color
  }
}
