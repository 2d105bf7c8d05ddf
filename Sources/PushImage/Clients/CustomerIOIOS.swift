/// Rich push of the Customer.io SDK for iOS: a whole `suggestedFilename` behind a random prefix, 30 seconds.
struct CustomerIOIOS: SteppingClient {
  let id = "customerio-ios"
  let title = "Customer.io on iOS, its rich push"
  let platform = "ios"
  let reference =
    "https://github.com/customerio/customerio-ios/blob/8b9ee36223656c2da68e6accaf4bdbe1435629ba/Sources/MessagingPush/RichPush/RichPushHttpClient.swift"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.nameAsSuggested(delivery, prefix: "*_")
    try walk.attach(delivery)
  }
}

extension ClientWalk {
  /// The whole suggested name behind a prefix.
  mutating func nameAsSuggested(_ delivery: Delivery, prefix: String) {
    let suggested = SuggestedFilename(delivery)
    fileName = "\(prefix)\(suggested.text)"
    if !suggested.isCertain { doubtName(suggested) }
  }
}
