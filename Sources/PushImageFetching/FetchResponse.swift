public import PushImage

/// What the last server answered.
public struct FetchResponse: Sendable {
  /// The HTTP status, of any class.
  public let status: Int
  /// In the order they came.
  public let headers: [HeaderField]
  /// The body as it was sent: not decompressed. Empty when it was too large or late.
  public let body: FileBytes
  /// Whether `body` is all of it.
  public let isWhole: Bool
  /// Bytes that `Content-Length` announced; nil without one.
  public let declaredByteCount: Int?
  /// Normalised URL of the last hop.
  public let finalURL: String
  /// The address that answered; nil when it could not be told.
  public let primaryAddress: String?
  /// From the start of the last hop until TCP was connected.
  public let connectMilliseconds: Int
  /// From the start of the last hop until the first byte of its answer.
  public let firstByteMilliseconds: Int

  /// An answer; `body` is all of it unless `isWhole` is false.
  public init(
    status: Int, headers: [HeaderField], body: FileBytes, isWhole: Bool = true, declaredByteCount: Int? = nil,
    finalURL: String, primaryAddress: String? = nil, connectMilliseconds: Int = 0, firstByteMilliseconds: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isWhole = isWhole
    self.declaredByteCount = declaredByteCount
    self.finalURL = finalURL
    self.primaryAddress = primaryAddress
    self.connectMilliseconds = connectMilliseconds
    self.firstByteMilliseconds = firstByteMilliseconds
  }

  /// The `Content-Type`; several that differ are joined by commas, as RFC 9110 section 5.3 reads them.
  public var contentType: String? {
    var distinct: [String] = []
    for value in headers.values(of: "content-type") where !distinct.contains(value) { distinct.append(value) }
    return distinct.isEmpty ? nil : distinct.joined(separator: ", ")
  }
}
