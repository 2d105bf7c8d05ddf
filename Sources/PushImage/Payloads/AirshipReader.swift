package import PushImageFormats

/// Airship: the dictionary on the device, and the push object of its interface.
package struct AirshipReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "airship", title: "Airship push")
  /// What it is recognised by.
  package let marks = "com.urbanairship.media_attachment; device_types with audience and notification"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [attachmentMalformed, cropMalformed]

  private static let payload =
    "https://github.com/urbanairship/ios-library/blob/01e28d2602ff22558f28681906f0c264455631c6/AirshipExtensions/AirshipNotificationServiceExtension/Source/MediaAttachmentPayload.swift"

  static let attachmentMalformed = Finding.Kind(
    "airship.attachment-malformed", .error, meaning: "the extension reads nothing of an attachment in this form",
    remedy: "Write an object with url (a string or an array of them), or urls (objects with url and url_id).",
    reference: payload)
  static let cropMalformed = Finding.Kind(
    "airship.crop-malformed", .error,
    meaning: "the extension drops the whole attachment when its crop is incomplete or leaves the picture",
    remedy: "Write x, y, width and height as numbers from 0 to 1, or leave crop away.", reference: payload)

  private static let key = "com.urbanairship.media_attachment"

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool { dictionary[Self.key] != nil }

  /// Reads the attachment.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    if let attachment = dictionary[Self.key] { readAttachment(attachment, into: &draft) }
  }

  /// Whether this is what Airship's interface takes.
  package func isRequest(_ json: JSONValue) -> Bool {
    json["notification"]?.members != nil && json["audience"] != nil && json["device_types"] != nil
  }

  /// Reads the pictures of all platforms. Airship sets mutable-content by itself.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    let devices = root["device_types"]
    let named = (devices?.value.elements ?? []).compactMap(\.string)
    draft.addressedPlatforms = ["ios", "android", "web"].filter { named.contains($0) || devices?.value.string == "all" }
    if let attachment = root.at(["notification", "ios", "media_attachment"]) {
      readAttachment(attachment, into: &draft)
    }
    draft.addImage(root.at(["notification", "android", "style", "big_picture"]), on: ["android"])
    draft.addImage(
      root.at(["notification", "web", "image", "url"]), on: ["web"],
      clients: ["webpush-chrome", "webpush-firefox", "webpush-safari"])
    draft.addImage(root.at(["notification", "web", "icon", "url"]), on: ["web"], role: .icon)
  }

  // MARK: Attachment

  private func readAttachment(_ attachment: JSONNode, into draft: inout PayloadDraft) {
    guard attachment.value.members != nil else {
      draft.report(
        Self.attachmentMalformed, "media_attachment is \(attachment.value.kindName), not an object",
        at: attachment.place, platform: "ios")
      return
    }
    let fields = lintCrop(of: attachment, &draft).map { ["options.crop.fault": $0] } ?? [:]
    let urls = attachment["urls"]?.elements ?? []
    for entry in urls {
      let id = entry["url_id"]?.value.string.map { ["url_id": $0] } ?? [:]
      add(entry["url"], entry, fields.merging(id) { first, _ in first }, &draft)
    }
    if let url = attachment["url"] {
      for entry in url.value.elements == nil ? [url] : url.elements { add(entry, entry, fields, &draft) }
    } else if urls.isEmpty {
      draft.report(
        Self.attachmentMalformed, "media_attachment has neither url nor urls", at: attachment.place, platform: "ios")
    }
  }

  private func add(_ url: JSONNode?, _ entry: JSONNode, _ fields: [String: String], _ draft: inout PayloadDraft) {
    guard let url else {
      draft.report(Self.attachmentMalformed, "entry of urls has no url", at: entry.place, platform: "ios")
      return
    }
    draft.addImage(url, on: ["ios"], clients: ["airship-ios"], deviceFields: fields)
  }

  /// What is wrong with the crop; nil when nothing is, or there is none.
  private func lintCrop(of attachment: JSONNode, _ draft: inout PayloadDraft) -> String? {
    guard let crop = attachment.at(["options", "crop"]), let fault = Self.fault(ofCrop: crop) else { return nil }
    draft.report(Self.cropMalformed, "crop \(fault)", at: crop.place, platform: "ios")
    return fault
  }

  private static func fault(ofCrop crop: JSONNode) -> String? {
    if crop.value.members == nil { return "is \(crop.value.kindName), not an object" }
    for side in ["x", "y", "width", "height"] {
      guard let value = crop[side]?.value else { return "has no \(side)" }
      guard let number = value.number?.double else { return "has a \(side) that is \(value.shortText)" }
      if !(0...1).contains(number) { return "has a \(side) of \(number.grouped(places: 3)), outside 0 to 1" }
    }
    return nil
  }
}
