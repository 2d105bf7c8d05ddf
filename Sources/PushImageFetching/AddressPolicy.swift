/// Which addresses a picture may be fetched from: public ones, and what `allowed` lets through.
///
/// Asked for the very address that is about to be connected to, so a name that changes its answer between check and
/// connection gains nothing. Refused is every block that the IANA special-purpose registries call not global, and of
/// IPv6 everything outside 2000::/3; mapped, 6to4 and ISATAP addresses are judged by the IPv4 address inside.
/// Ports are not checked.
public struct AddressPolicy: Sendable, Hashable {
  /// Public addresses only.
  public static let publicOnly = AddressPolicy()

  /// Let through although not public. Default: none.
  public var allowed: [AddressRange]

  /// Public addresses and the given blocks.
  public init(allowed: [AddressRange] = []) { self.allowed = allowed }

  /// Why an address is refused, with the standard behind it; nil when it may be connected to.
  ///
  /// - Parameter address: canonical text, without brackets or zone. Anything else is refused as not an address.
  public func refusal(of address: String) -> String? {
    Curl.refusal(of: address, allowed: allowed)
  }
}
