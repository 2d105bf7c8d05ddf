/// `ITBNotificationServiceExtension` of the Iterable SDK: a random prefix and the whole `suggestedFilename`.
struct IterableIOS: SteppingClient {
  let id = "iterable-ios"
  let title = "Iterable on iOS, its notification service extension"
  let platform = "ios"
  let reference =
    "https://github.com/Iterable/iterable-swift-sdk/blob/25cd00e1e2148a5dd6ffbe2337c1922b5a123f09/notification-extension/ITBNotificationServiceExtension.swift"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.nameAsSuggested(delivery, prefix: "*")
    try walk.attach(delivery)
  }
}
