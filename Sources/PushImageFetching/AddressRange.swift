/// A block of IPv4 or IPv6 addresses in CIDR notation.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
  /// As it was given.
  public let description: String

  /// Reads `address/length`, or one address alone; nil for anything else. Bits after the prefix are ignored.
  public init?(_ text: String) {
    guard Curl.isNetwork(text) else { return nil }
    description = text
  }
}
