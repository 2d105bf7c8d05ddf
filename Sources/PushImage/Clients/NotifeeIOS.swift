/// The extension helper of notifee: names files as Firebase does, without its guard against slashes, and passes a
/// `typeHint` of the payload on.
struct NotifeeIOS: SteppingClient {
  let id = "notifee-ios"
  let title = "notifee on iOS, its extension helper"
  let platform = "ios"
  let reference =
    "https://github.com/invertase/notifee/blob/b73c76d7fd939b86ceed9c0450b0782e95ea7656/ios/NotifeeCore/NotifeeCoreExtensionHelper.m"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.nameLikeFirebase(delivery, allowsSlash: true)
    try walk.attach(delivery, hint: delivery.fields["typeHint"])
  }
}
