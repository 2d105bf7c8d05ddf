/// An extension of one's own that saves every picture as `myImage.png`.
struct NSEFixedName: SteppingClient {
  let id = "nse-fixed-name"
  let title = "own notification service extension that saves every picture as myImage.png"
  let platform = "ios"
  let reference =
    "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension"

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    try walk.makeURL(delivery)
    try walk.loadWithSession(delivery)
    walk.fileName = "myImage.png"
    try walk.attach(delivery)
  }
}
