import PushImage

/// What one fetch may spend, whom it trusts and where it may go.
public struct FetchPolicy: Sendable, Hashable {
  /// The most that `timeoutSeconds` can be, 30: what iOS gives a notification service extension.
  public static let maxTimeoutSeconds = 30.0

  /// For everything together, redirects and name resolution included; at most `maxTimeoutSeconds`. Default 5.
  public var timeoutSeconds = 5.0
  /// Given up when this long below 100 bytes per second. Default 10.
  public var stallSeconds = 10
  /// Bytes of a body; a longer one is not kept. Default 26,214,400, the body cap of the service.
  public var maxByteCount = 26_214_400
  /// Bytes of all header lines of one answer. Default 65,536.
  public var maxHeaderByteCount = 65_536
  /// Redirects followed. Default 5.
  public var maxRedirectCount = 5
  /// Whether `http` is fetched at all; it is reported all the same. Default false.
  public var allowsPlainHTTP = false
  /// PEM certificates to trust instead of the system's. Default nil: the system's.
  public var caFile: String?
  /// Which addresses may be connected to. Default: public ones.
  public var addresses = AddressPolicy.publicOnly
  /// `host:port:address`, asked before the resolver; the address is checked all the same. Default: none.
  public var resolutions: [String] = []
  /// The `User-Agent` header; nil sends none.
  public var userAgent: String? = "PushImage/\(PushImageVersion.current)"
  /// The `Accept` header; nil sends none. Default `*/*`, as CFNetwork and OkHttp do.
  public var accept: String? = "*/*"

  /// The defaults.
  public init() {}

  /// The time-out that counts.
  var timeoutMilliseconds: Int {
    guard timeoutSeconds > 0 else { return 0 }
    return Int(min(timeoutSeconds, Self.maxTimeoutSeconds) * 1000)
  }
}
