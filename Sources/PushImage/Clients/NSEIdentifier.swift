/// An extension of one's own that loads the picture into memory and saves it under an identifier.
struct NSEIdentifier: SteppingClient {
  let id = "nse-identifier"
  let title = "own notification service extension that saves the picture under an identifier"
  let platform = "ios"
  let reference =
    "https://developer.apple.com/documentation/usernotifications/unnotificationattachment/init(identifier:url:options:)"

  /// What the extension calls the file.
  let identifier: String

  /// Makes the simulator; the default name ends in `.jpg`, without which iOS answers 101.
  init(identifier: String = "image.jpg") { self.identifier = identifier }

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = identifier
    try walk.attach(delivery)
  }
}
