/// Who asks for a picture, as servers see it: some answer different programs with different bytes.
public struct Requester: Sendable, Hashable {
  /// How reports call it: `cfnetwork`.
  public let id: String
  /// The `User-Agent` field; nil sends none.
  public let userAgent: String?
  /// The `Accept` field; nil sends none.
  public let accept: String?

  /// A requester of one's own.
  public init(id: String, userAgent: String?, accept: String?) {
    self.id = id
    self.userAgent = userAgent
    self.accept = accept
  }

  /// `URLSession` in an app or extension on iOS.
  public static let cfNetwork = Requester(
    id: "cfnetwork", userAgent: "NotificationService/1 CFNetwork/1568.300.101 Darwin/24.2.0", accept: "*/*")
  /// `HttpURLConnection` on Android, which sends no `Accept` of its own.
  public static let dalvik = Requester(
    id: "dalvik", userAgent: "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/AP2A.240805.005)", accept: nil)
  /// An image element in Chrome: <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Content_negotiation/List_of_default_Accept_values>.
  public static let browser = Requester(
    id: "browser",
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8")
  /// Nobody in particular.
  public static let anonymous = Requester(id: "none", userAgent: nil, accept: nil)

  /// The probes, in the order they are reported.
  public static let probes = [cfNetwork, dalvik, browser, anonymous]

  /// As whom a platform's devices ask.
  static func of(platform: String) -> Requester {
    switch platform {
    case "ios": cfNetwork
    case "web": browser
    default: dalvik
    }
  }
}
