/// `UNNotificationAttachment` alone: the URL's last path component as the file's name, and the bytes.
struct Attachment: SteppingClient {
  let id = "attachment"
  let title = "UNNotificationAttachment, the last step of every client on iOS"
  let platform = "ios"
  let reference = "https://developer.apple.com/documentation/usernotifications/unnotificationattachment"

  var isExtension: Bool { false }

  func take(_ delivery: Delivery, _ walk: inout ClientWalk) throws(ClientRefusal) {
    walk.fileName = delivery.writtenName ?? SuggestedFilename.pathName(delivery.url) ?? ""
    guard delivery.report != nil else {
      throw ClientRefusal(.attach, "there is no file", unError: 103)
    }
    try walk.attach(delivery)
  }
}
