/// An extension of one's own that names the file after the URL, as written: https only, 5 seconds, `image/…` only.
///
/// The last path component keeps its percent encoding, so that an encoded dot is no dot.
struct NSEURLName: SteppingClient {
  let id = "nse-url-name"
  let title = "own notification service extension that names the file after the URL"
  let platform = "ios"
  let reference =
    "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    guard delivery.scheme == "https" else {
      throw ClientRefusal(.url, "URL is not https, which the extension asks for")
    }
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery, maxSeconds: 5)
    guard let type = delivery.mediaType, type.hasPrefix("image/") else {
      let found = delivery.contentType.map { "declared type is \(quoted($0))" } ?? "no type is declared"
      throw ClientRefusal(.download, "\(found); the extension takes image/* only")
    }
    walk.fileName = FileName(delivery.url).component
    try walk.attach(delivery)
  }
}
