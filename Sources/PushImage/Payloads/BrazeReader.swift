package import PushImageFormats

/// Braze: the dictionary on the device, and the request that sends messages.
package struct BrazeReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "braze", title: "Braze push")
  /// What it is recognised by.
  package let marks = "ab.att; messages.apple_push, messages.android_push or messages.web_push"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [attachmentMalformed, typeMissing, typeUnsupported]

  private static let sample =
    "https://github.com/Appboy/appboy-ios-sdk/blob/2afdd54b17189e8e37c491eb3f400f72be877017/Example/StopwatchNotificationService/NotificationService.m"
  private static let appleObject = "https://braze.com/docs/api/objects_filters/messaging/apple_object"

  static let attachmentMalformed = Finding.Kind(
    "braze.attachment-malformed", .error, meaning: "the extension finds no URL, so it shows the plain notification",
    remedy: "Write ab.att as an object with url and type.", reference: sample)
  static let typeMissing = Finding.Kind(
    "braze.type-missing", .error,
    meaning: "the extension names the file after the type in the payload; without one it shows the plain notification",
    remedy: "Add the type: jpg, png or gif.", reference: sample)
  static let typeUnsupported = Finding.Kind(
    "braze.type-unsupported", .error,
    meaning: "the extension names the file after this type, and iOS knows no attachment of that extension",
    remedy: "Write the bare extension of what the file is: jpg, png or gif.", reference: appleObject, unError: 101)

  private static let imageTypes: Set<String> = ["gif", "jpg", "jpeg", "png"]
  private static let mediaTypes: Set<String> = [
    "aif", "aiff", "avi", "m4a", "m4v", "mov", "mp3", "mp4", "mpeg", "mpg", "wav",
  ]

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool { dictionary.at(["ab", "att"]) != nil }

  /// Reads `ab.att`.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    guard let attachment = dictionary.at(["ab", "att"]) else { return }
    guard attachment.value.members != nil, let url = attachment["url"] else {
      let fault = attachment.value.members == nil ? "is \(attachment.value.kindName), not an object" : "has no url"
      draft.report(Self.attachmentMalformed, "ab.att \(fault)", at: attachment.place, platform: "ios")
      return
    }
    add(url, type: attachment["type"], name: "ab.att.type", in: attachment, &draft)
  }

  /// Whether this is what Braze's interface takes.
  package func isRequest(_ json: JSONValue) -> Bool {
    ["apple_push", "android_push", "web_push"].contains { json["messages"]?[$0] != nil }
  }

  /// Reads the pictures of all platforms. Braze sets mutable-content by itself for rich notifications.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    let parts = [("ios", "apple_push"), ("android", "android_push"), ("web", "web_push")]
    draft.addressedPlatforms = parts.filter { root.at(["messages", $0.1]) != nil }.map(\.0)
    if let apple = root.at(["messages", "apple_push"]), let url = apple["asset_url"] {
      add(url, type: apple["asset_file_type"], name: "asset_file_type", in: apple, &draft)
    }
    draft.addImage(root.at(["messages", "android_push", "push_icon_image_url"]), on: ["android"], role: .icon)
    draft.addImage(
      root.at(["messages", "web_push", "large_image_url"]), on: ["web"],
      clients: ["webpush-chrome", "webpush-firefox", "webpush-safari"])
    draft.addImage(root.at(["messages", "web_push", "image_url"]), on: ["web"], role: .icon)
  }

  private func add(
    _ url: JSONNode, type: JSONNode?, name: String, in container: JSONNode, _ draft: inout PayloadDraft
  ) {
    let text = type?.value.string
    let role: ImageSlot.Role = text.map { Self.mediaTypes.contains($0.lowercased()) } == true ? .media : .image
    draft.addImage(
      url, on: ["ios"], clients: ["braze-ios"], role: role, deviceFields: text.map { ["ab.att.type": $0] } ?? [:])
    guard let text, !text.isEmpty else {
      let fault = type.map { "is \(text == nil ? $0.value.kindName : "empty")" } ?? "is missing"
      draft.report(Self.typeMissing, "\(name) \(fault)", at: type?.place ?? container.place, platform: "ios")
      return
    }
    if role == .media || Self.imageTypes.contains(text.lowercased()) { return }
    draft.report(
      Self.typeUnsupported, "\(name) is \(quoted(text))", at: type?.place ?? container.place, platform: "ios")
  }
}
