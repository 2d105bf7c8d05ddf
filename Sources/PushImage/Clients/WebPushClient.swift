/// A browser with the `image` of a web notification.
struct WebPushClient: ClientSimulator {
  let id: String
  let title: String
  let platform = "web"
  let reference: String
  let showsNoPictures: Bool

  /// Chrome and Edge on Android and Windows, which show it.
  static let chrome = WebPushClient(
    id: "webpush-chrome", title: "Chrome and Edge on Android and Windows", showsNoPictures: false)
  /// Firefox, which does not.
  static let firefox = WebPushClient(id: "webpush-firefox", title: "Firefox", showsNoPictures: true)
  /// Safari on macOS and iOS, which does not.
  static let safari = WebPushClient(id: "webpush-safari", title: "Safari", showsNoPictures: true)

  private init(id: String, title: String, showsNoPictures: Bool) {
    self.id = id
    self.title = title
    self.showsNoPictures = showsNoPictures
    reference = "https://developer.mozilla.org/en-US/docs/Web/API/Notification/image"
  }

  func outcome(of delivery: Delivery) -> ClientOutcome {
    guard !showsNoPictures else {
      return ClientOutcome(
        client: id, outcome: .notShown, stage: .decode, fileName: nil, unError: nil,
        message: "\(title) shows web notifications without their image, whatever it is")
    }
    return Showing(id: id, title: title, platform: platform, reference: reference).outcome(of: delivery)
  }

  private struct Showing: SteppingClient {
    let id: String
    let title: String
    let platform: String
    let reference: String

    func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
      guard delivery.scheme == "https" else { throw ClientRefusal(.url, "URL is not https, which web push asks for") }
      if let failure = delivery.failure { throw ClientRefusal(.download, failure.rawValue) }
      guard let report = delivery.report else { throw ClientRefusal(.download, "no answer came") }
      if let status = delivery.status, status >= 400 {
        throw ClientRefusal(.download, "server answers with status \(status)")
      }
      if let format = report.format, ["webp", "avif", "bmp", "ico", "cur"].contains(format.name) {
        return walk.doubt(.decode, "the bytes are \(format.titleWithArticle), which is not verified")
      }
      try walk.decode(delivery, formats: ["jpeg", "png", "gif"], stage: .decode)
    }
  }
}
