package import PushImageFormats

/// CleverTap: the dictionary on the device, and the request that creates a campaign.
package struct CleverTapReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "clevertap", title: "CleverTap push")
  /// What it is recognised by.
  package let marks = "ct_mediaUrl, ct_mediaType, wzrk_bp; content.platform_specific"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [urlMissing, typeMissing, typeUnsupported]

  private static let service =
    "https://github.com/CleverTap/CTNotificationService/blob/9fb05bd25296f62be89d0ed0542a8473a96234e1/CTNotificationService/CTNotificationServiceExtension.m"

  static let urlMissing = Finding.Kind(
    "clevertap.media-url-missing", .error, meaning: "the extension needs both keys, or it shows the plain notification",
    remedy: "Add ct_mediaUrl with the picture's URL.", reference: service)
  static let typeMissing = Finding.Kind(
    "clevertap.media-type-missing", .error,
    meaning: "the extension needs both keys, or it shows the plain notification",
    remedy: "Add \"ct_mediaType\": \"image\".", reference: service)
  static let typeUnsupported = Finding.Kind(
    "clevertap.media-type-unsupported", .warning,
    meaning: "the extension knows image, video and audio; for anything else the server's Content-Type must be exact",
    remedy: "Write \"ct_mediaType\": \"image\".", reference: service, unError: 101)

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool {
    ["ct_mediaUrl", "ct_mediaType", "wzrk_bp"].contains { dictionary[$0] != nil }
  }

  /// Reads `ct_mediaUrl` and `ct_mediaType`.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    draft.addImage(dictionary["wzrk_bp"], on: ["android"], clients: ["clevertap-android"])
    let url = dictionary["ct_mediaUrl"]
    let type = dictionary["ct_mediaType"]
    guard let url else {
      if let type { draft.report(Self.urlMissing, "there is no ct_mediaUrl", at: type.place, platform: "ios") }
      return
    }
    let text = type?.value.string
    let role: ImageSlot.Role = text == "video" || text == "audio" ? .media : .image
    draft.addImage(
      url, on: ["ios"], clients: ["clevertap-ios"], role: role, deviceFields: text.map { ["ct_mediaType": $0] } ?? [:])
    lintType(type, text: text, in: dictionary, &draft)
  }

  private func lintType(_ type: JSONNode?, text: String?, in dictionary: JSONNode, _ draft: inout PayloadDraft) {
    guard let type, let text, !text.isEmpty else {
      let fault = type.map { "is \(text == nil ? $0.value.kindName : "empty")" } ?? "is missing"
      draft.report(Self.typeMissing, "ct_mediaType \(fault)", at: type?.place ?? dictionary.place, platform: "ios")
      return
    }
    if ["image", "video", "audio"].contains(text) { return }
    draft.report(Self.typeUnsupported, "ct_mediaType is \(quoted(text))", at: type.place, platform: "ios")
  }

  /// Whether this is what CleverTap's interface takes.
  package func isRequest(_ json: JSONValue) -> Bool { json["content"]?["platform_specific"] != nil }

  /// Reads the parts for iOS and Android.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    let parts = root.at(["content", "platform_specific"])
    draft.addressedPlatforms = ["ios", "android"].filter { parts?[$0] != nil }
    if let ios = parts?["ios"] { readDevice(ios, into: &draft) }
    draft.addImage(parts?.at(["android", "background_image"]), on: ["android"], clients: ["clevertap-android"])
    draft.addImage(parts?.at(["android", "wzrk_bp"]), on: ["android"], clients: ["clevertap-android"])
  }
}
