/// The sample extension of ZEGOCLOUD's ZPNs: looks at no status and appends `.png` whatever the bytes are.
struct ZPNsIOS: SteppingClient {
  let id = "zpns-ios"
  let title = "ZEGOCLOUD ZPNs on iOS, the sample of a notification service extension"
  let platform = "ios"
  let reference =
    "https://zegocloud.com/docs/zim-ios/offline-push-notifications/best-practices/custom-notification-icon"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = "CFNetworkDownload_*.tmp.png"
    try walk.attach(delivery)
  }
}
