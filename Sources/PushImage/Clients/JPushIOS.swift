/// The demo extension of JPush: goes on only when the URL ends in `png`, in lower case, and names every file `.png`.
struct JPushIOS: SteppingClient {
  let id = "jpush-ios"
  let title = "JPush on iOS, the demo of its notification service extension"
  let platform = "ios"
  let reference = "https://docs.jiguang.cn/en/jpush/client/iOS/ios_guide_new/"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    guard delivery.url.hasSuffix("png") else {
      throw ClientRefusal(.url, "URL does not end in \"png\", and the demo loads no other")
    }
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = "myAttachment.png"
    try walk.attach(delivery)
  }
}
