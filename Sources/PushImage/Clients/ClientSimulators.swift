/// The clients, in the order they are listed.
public enum ClientSimulators {
  /// One line per client.
  public static let all: [any ClientSimulator] = [
    FirebaseIOS(),
    FirebaseAndroid(),
    OneSignalIOS(),
    AirshipIOS(),
    BrazeIOS(),
    CleverTapIOS(),
    CleverTapAndroid(),
    CustomerIOIOS(),
    IterableIOS(),
    NotifeeIOS(),
    ExpoIOS(),
    JPushIOS(),
    ZPNsIOS(),
    NSEURLName(),
    NSEFixedName(),
    NSEIdentifier(),
    WebPushClient.chrome,
    WebPushClient.firefox,
    WebPushClient.safari,
    HuaweiClient(),
    Attachment(),
  ]

  /// The client of an id.
  public static func simulator(id: String) -> (any ClientSimulator)? { all.first { $0.id == id } }

  /// `nse-identifier` with another identifier, to see what a name without an extension comes to.
  public static func identifierExtension(named identifier: String) -> any ClientSimulator {
    NSEIdentifier(identifier: identifier)
  }
}
