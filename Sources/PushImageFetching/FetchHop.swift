/// One request of a redirect chain.
public struct FetchHop: Sendable, Hashable {
  /// Normalised URL that was asked for.
  public let url: String
  /// The HTTP status; nil when no answer came.
  public let status: Int?
  /// The address that was connected to; nil without a connection.
  public let address: String?
  /// From the start of this hop until TCP was connected; nil without a connection.
  public let connectMilliseconds: Int?
  /// From the start of this hop until the first byte of its answer; nil without one.
  public let firstByteMilliseconds: Int?

  /// One request; only the URL and the status are needed.
  public init(
    url: String, status: Int?, address: String? = nil, connectMilliseconds: Int? = nil,
    firstByteMilliseconds: Int? = nil
  ) {
    self.url = url
    self.status = status
    self.address = address
    self.connectMilliseconds = connectMilliseconds
    self.firstByteMilliseconds = firstByteMilliseconds
  }
}
