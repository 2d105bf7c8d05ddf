/// A colour as the eye meets it: distances between two are those of the pixels before black and before white.
///
/// With premultiplied colours p and opacity A, each in 0…255, a pixel shows p before black and p + 255 − A before
/// white. The mean of both squared differences is a sum of squares of p − A/2 and of A/2, which are the coordinates
/// here. Channels weigh as they do for the eye, but less unequally, since a palette serves comparisons of all kinds.
struct SeenColor: Sendable {
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float

  /// Weights of the channels; their squares are those of squared errors.
  static let redWeight: Float = 0.8
  static let greenWeight: Float = 1
  static let blueWeight: Float = 0.7
  /// Half the root of the weights' squares summed.
  static let alphaWeight: Float = 0.729_726

  init(red: Float, green: Float, blue: Float, alpha: Float) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Of colours that are multiplied by their opacity, all in 0…255.
  init(premultipliedRed red: Float, green: Float, blue: Float, alpha: Float) {
    let half = alpha * 0.5
    self.red = (red - half) * Self.redWeight
    self.green = (green - half) * Self.greenWeight
    self.blue = (blue - half) * Self.blueWeight
    self.alpha = alpha * Self.alphaWeight
  }

  init(_ color: PixelColor) {
    let alpha = Float(color.alpha)
    let scale = alpha * (1 / 255)
    self.init(
      premultipliedRed: Float(color.red) * scale, green: Float(color.green) * scale, blue: Float(color.blue) * scale,
      alpha: alpha)
  }

  /// The nearest colour of 8 bits.
  var pixelColor: PixelColor {
    let alpha = self.alpha / Self.alphaWeight
    guard alpha >= 0.5 else { return .transparent }
    let half = alpha * 0.5
    let scale = 255 / alpha
    func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
    return PixelColor(
      red: byte((red / Self.redWeight + half) * scale), green: byte((green / Self.greenWeight + half) * scale),
      blue: byte((blue / Self.blueWeight + half) * scale), alpha: byte(alpha))
  }

  /// Squared.
  @inline(__always)
  func distance(to other: SeenColor) -> Float {
    let red = self.red - other.red
    let green = self.green - other.green
    let blue = self.blue - other.blue
    let alpha = self.alpha - other.alpha
    return red * red + green * green + (blue * blue + alpha * alpha)
  }

  /// The place on one line through the space: two colours are at least as far apart as their places.
  @inline(__always)
  var place: Float { (red + green + blue + alpha) * 0.5 }
}
