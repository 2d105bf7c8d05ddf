/// The open sample extension of the Braze (Appboy) SDK for iOS; the current one is binary and not read.
///
/// The extension is `ab.att.type` of the payload, whatever the URL, the headers and the bytes say.
struct BrazeIOS: SteppingClient {
  let id = "braze-ios"
  let title = "Braze on iOS, the open sample of its notification service extension"
  let platform = "ios"
  let reference =
    "https://github.com/Appboy/appboy-ios-sdk/blob/2afdd54b17189e8e37c491eb3f400f72be877017/Example/StopwatchNotificationService/NotificationService.m"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    guard let type = delivery.fields["ab.att.type"], !type.isEmpty else {
      throw ClientRefusal(.payload, "payload has no ab.att.type, so the extension keeps the plain text")
    }
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = "CFNetworkDownload_*.tmp.\(type)"
    try walk.attach(delivery)
  }
}
