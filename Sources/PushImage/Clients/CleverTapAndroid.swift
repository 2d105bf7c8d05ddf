/// CleverTap on Android, by the platform's own steps: its time-outs and caps were not read, so that what Firebase
/// would refuse for them is in doubt here.
struct CleverTapAndroid: SteppingClient {
  let id = "clevertap-android"
  let title = "CleverTap on Android"
  let platform = "android"
  let reference = "https://developer.android.com/reference/android/graphics/BitmapFactory"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeJavaURL(delivery)
    try walk.loadWithConnection(delivery, maxSeconds: nil)
    if let byteCount = delivery.report?.byteCount, byteCount > 1_048_576 {
      walk.doubt(.download, "file is \(counted(byteCount, "byte")), and the SDK's own limit is not known")
    }
    if delivery.seconds > 5 {
      walk.doubt(.download, "download took \(rounded(delivery.seconds)) s, and the SDK's own limit is not known")
    }
    try walk.decodeBitmap(delivery)
  }
}
