/// `DisplayNotification` and `ImageDownload` of the Firebase SDK for Android.
///
/// 1,048,576 bytes at most, declared or counted; 5 seconds in all; decoded at full size.
struct FirebaseAndroid: SteppingClient {
  let id = "firebase-android"
  let title = "Firebase Messaging on Android, a notification while the app is in the background"
  let platform = "android"
  let reference =
    "https://github.com/firebase/firebase-android-sdk/blob/a089298ed9e08681ad8d17c0f41112824ec43a96/firebase-messaging/src/main/java/com/google/firebase/messaging/ImageDownload.java"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeJavaURL(delivery)
    try walk.loadWithConnection(delivery, maxSeconds: 5, maxByteCount: 1_048_576)
    try walk.decodeBitmap(delivery)
  }
}
