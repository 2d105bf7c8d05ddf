/// The current sample extension for Expo: `.jpg` whatever comes; the answer is not looked at.
struct ExpoIOS: SteppingClient {
  let id = "expo-ios"
  let title = "Expo on iOS, the sample of a notification service extension"
  let platform = "ios"
  let reference = "https://docs.expo.dev/push-notifications/sending-notifications/"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = "*.jpg"
    try walk.attach(delivery)
  }
}
