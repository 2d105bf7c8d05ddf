/// What a preflight may spend, and what it is told of the campaign.
public struct PreflightOptions: Sendable {
  /// When the message is sent, in seconds since 1970.
  public var sendTime: Int
  /// How long it waits for devices. Default: four weeks, as Firebase does, and then only noted.
  public var lifetime = MessageLifetime.assumed
  /// For one URL with its redirects; its probes may take one second more. Default 5.
  public var timeoutSeconds = 5.0
  /// Whether other programs' requests are tried as well. Default true.
  public var probes = true
  /// Ids of the clients to simulate in place of each picture's own; nil for its own.
  public var clients: [String]?
  /// What the extension of `nse-identifier` calls its file; nil for `image.jpg`.
  public var identifier: String?
  /// Whether the app lets plain http through. Default false.
  public var appAllowsPlainHTTP = false

  /// The defaults for a message that is sent at a time.
  public init(sendTime: Int) { self.sendTime = sendTime }
}
