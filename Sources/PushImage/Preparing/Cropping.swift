/// A part of the picture of a given shape, as large as it can be.
public struct Cropping: Sendable, Hashable {
  /// Which part.
  public enum Gravity: String, Sendable, CaseIterable {
    /// The middle.
    case centre
    /// Where edges, strong colours and the colours of skin are.
    case attention
  }

  /// The shape.
  public var ratio: AspectRatio
  /// Which part; default: the middle.
  public var gravity = Gravity.centre

  /// A part of this shape.
  public init(_ ratio: AspectRatio, gravity: Gravity = .centre) {
    self.ratio = ratio
    self.gravity = gravity
  }
}
