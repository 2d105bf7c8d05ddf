/// What a sender publishes about pictures for a platform: advice to heed when that sender is used.
public struct VendorAdvice: Sendable, Hashable {
  /// What the sender asks for.
  public enum Demand: Sendable, Hashable {
    /// Bytes of the file, at most.
    case byteCount(Int)
    /// Pixels across, at most.
    case width(Int)
    /// Pixels down, at most.
    case height(Int)
    /// Pixels of the picture, at most.
    case pixelCount(Int)
    /// Frames of an animation, at most.
    case frameCount(Int)
    /// Formats that are taken, by `ImageFormat.name`.
    case formats([String])
  }

  /// How strictly the sender means it.
  public enum Strength: String, Sendable {
    /// The sender takes more and advises against it.
    case advises
    /// The sender, or its part on the device, takes no more.
    case takes
  }

  /// Who publishes it.
  public let vendor: String
  /// How strictly it is meant.
  public let strength: Strength
  /// What it asks for. Where a page says "below 5 MB", the largest whole number below 5,000,000: the cautious reading.
  public let demand: Demand
  /// The page that says so.
  public let source: String

  /// Notes one piece of advice.
  public init(_ vendor: String, _ strength: Strength, _ demand: Demand, source: String) {
    self.vendor = vendor
    self.strength = strength
    self.demand = demand
    self.source = source
  }
}
