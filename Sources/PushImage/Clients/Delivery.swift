internal import PushImageFormats

/// What a device meets when it follows one image URL of a payload. Facts only, gathered by whoever fetched.
public struct Delivery: Sendable {
  /// One request and its answer.
  public struct Hop: Sendable, Hashable {
    /// The URL that was asked for.
    public let url: String
    /// The HTTP status; nil when no answer came.
    public let status: Int?

    /// A request and the status of its answer.
    public init(url: String, status: Int?) {
      self.url = url
      self.status = status
    }
  }

  /// Why no whole body came.
  public enum Failure: String, Sendable, CaseIterable {
    case urlMalformed = "the text is no URL"
    case nameNotResolved = "the host name has no address"
    case unreachable = "the server cannot be reached"
    case tlsFailed = "the certificate or the TLS version is refused"
    case timedOut = "the answer does not come in time"
    case tooManyRedirects = "the redirects do not end"
    case truncated = "the connection ends before the file does"
    case tooLarge = "the file is larger than any client takes"
    case malformed = "the answer is not HTTP"
  }

  /// The URL as the payload has it.
  public var url: String
  /// The name under which a client has written the bytes, for the step behind it; nil: the name in the URL.
  public var writtenName: String?
  /// What else the client reads from the payload, by dotted key: `ab.att.type`, `ct_mediaType`, `typeHint`.
  public var fields: [String: String] = [:]
  /// Why iOS starts no notification service extension for the payload, as a message; nil when nothing stands in the way.
  public var extensionObstacle: String?
  /// Every request in order; empty when none was made.
  public var hops: [Hop] = []
  /// The `Content-Type` field of the last answer; nil without one.
  public var contentType: String?
  /// The `Content-Disposition` field of the last answer; nil without one.
  public var contentDisposition: String?
  /// Bytes that `Content-Length` announced; nil without one.
  public var declaredByteCount: Int?
  /// Why no whole body came; nil when one did.
  public var failure: Failure?
  /// From the first request to the last byte.
  public var seconds = 0.0
  /// Whether the app lets plain http through (`NSAllowsArbitraryLoads`, `usesCleartextTraffic`). Default false.
  public var appAllowsPlainHTTP = false
  /// The report of the body, under any name; nil when no body came.
  public var report: Report?
  /// The first 16 bytes of the body.
  public var leadingBytes: [UInt8] = []

  /// A URL that nothing is known of yet.
  public init(url: String) { self.url = url }

  /// The HTTP status of the last answer.
  public var status: Int? { hops.last?.status }

  /// The URL of the last answer; the payload's when no request was made.
  var finalURL: String { hops.last?.url ?? url }

  /// The media type of the last answer without its parameters, lower case; nil when none was sent or it is no type.
  var mediaType: String? { contentType.flatMap { try? MediaType(parsing: $0).essence } }

  /// `https`, lower case; nil when the text does not begin like a URL.
  var scheme: String? { Self.scheme(of: url) }

  /// The scheme of any URL, lower case.
  static func scheme(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":"), colon > url.startIndex else { return nil }
    let scheme = url[..<colon]
    guard scheme.utf8.allSatisfy({ isSchemeByte($0) }) else { return nil }
    return scheme.lowercased()
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
  }
}
