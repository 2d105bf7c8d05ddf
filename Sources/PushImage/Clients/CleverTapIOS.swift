/// `CTNotificationServiceExtension` of CleverTap for iOS.
///
/// `ct_mediaType` `image`, `video` or `audio` fixes the extension; any other value leaves it to three exact media types,
/// and else the name ends in a bare dot.
struct CleverTapIOS: SteppingClient {
  let id = "clevertap-ios"
  let title = "CleverTap on iOS, its notification service extension"
  let platform = "ios"
  let reference =
    "https://github.com/CleverTap/CTNotificationService/blob/9fb05bd25296f62be89d0ed0542a8473a96234e1/CTNotificationService/CTNotificationServiceExtension.m"

  private static let fixed = ["image": "jpg", "video": "mp4", "audio": "mp3"]
  private static let extensionsOfTypes = ["image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif"]

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    guard let kind = delivery.fields["ct_mediaType"] else {
      throw ClientRefusal(.payload, "payload has no ct_mediaType, so the extension keeps the plain text")
    }
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    let found = Self.fixed[kind] ?? delivery.mediaType.flatMap { Self.extensionsOfTypes[$0] } ?? ""
    walk.fileName = "CFNetworkDownload_*.tmp.\(found)"
    try walk.attach(delivery)
  }
}
