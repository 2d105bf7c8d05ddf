/// Whose form a payload has. An open set: every reader declares its own.
public struct PayloadType: Sendable, Hashable, CustomStringConvertible {
  /// Stable name, as `--payload-type` takes it: `fcm-v1`.
  public let id: String
  /// For people: `Firebase HTTP v1 message`.
  public let title: String

  /// Declares a type; does not check that the id is new.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }

  /// The id.
  public var description: String { id }

  /// Equal when the ids are.
  public static func == (left: PayloadType, right: PayloadType) -> Bool { left.id == right.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
