package import PushImageFormats

/// ZEGOCLOUD ZPNs: a push whose `payload` is a JSON string, the object in that string alone, or the dictionary of APNs
/// as it arrives.
package struct ZPNsReader: PayloadReader {
  /// Whose form it is.
  package let type = PayloadType(id: "zpns", title: "ZEGOCLOUD ZPNs push")
  /// What it is recognised by.
  package let marks = "payload as a JSON string, image_attachment"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [
    payloadMissing, payloadNotAString, payloadMalformed, imageAttachmentMissing, resourcesIDMissing,
  ]

  private static let icon =
    "https://zegocloud.com/docs/zim-ios/offline-push-notifications/best-practices/custom-notification-icon"
  private static let resourcesID =
    "https://zegocloud.com/docs/zim-web/offline-push-notifications/resourcesid-introduction"

  static let payloadMissing = Finding.Kind(
    "zpns.payload-missing", .error, meaning: "the extension finds nothing to read the picture from",
    remedy: "Add payload, a string with JSON that holds image_attachment.", reference: icon)
  static let payloadNotAString = Finding.Kind(
    "zpns.payload-not-a-string", .error,
    meaning: "the extension parses a string, so it shows the plain notification for anything else",
    remedy: "Write the inner object as text: payload is a string that holds JSON.", reference: icon)
  static let payloadMalformed = Finding.Kind(
    "zpns.payload-malformed", .error,
    meaning: "the text in payload is no JSON object, so the extension shows the plain notification",
    remedy: "Correct the JSON in the string; quotation marks in it are written \\\".", reference: icon)
  static let imageAttachmentMissing = Finding.Kind(
    "zpns.image-attachment-missing", .error,
    meaning: "the extension finds no URL, so it shows the plain notification",
    remedy: "Add image_attachment with the picture's URL to the JSON in payload.", reference: icon)
  static let resourcesIDMissing = Finding.Kind(
    "zpns.resources-id-missing", .warning,
    meaning: "without a resourcesID that carries mutable-content iOS starts no service extension",
    remedy: "Send the resourcesID that is configured with mutable_content.", reference: resourcesID)

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    if json["image_attachment"] != nil { return .certain }
    let root = JSONNode(json)
    guard let push = Self.push(in: root), let payload = Self.payload(of: push) else { return .none }
    if payload.value["image_attachment"] != nil || payload.value["avatar_url"] != nil { return .certain }
    if Self.hasResourcesID(push) { return .certain }
    guard let text = payload.value.string else { return .none }
    if text.contains("image_attachment") { return .certain }
    // An app of one's own may have such a string as well, beside a picture that APNs readers know.
    let isOther = json["fcm_options"] != nil || json["image"] != nil
    return json["aps"] != nil && !isOther || Self.firstByte(of: text) == UInt8(ascii: "{") ? .certain : .weak
  }

  /// Reads the picture in the string.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["ios"]
    if let push = Self.push(in: root) {
      readPush(push, into: &draft)
    } else if root["image_attachment"] != nil || root["avatar_url"] != nil {
      readInner(root, into: &draft)
    } else {
      draft.report(Self.payloadMissing, "there is no payload", at: root.place, platform: "ios")
    }
    guard root["aps"] != nil else { return }
    AppleLint.lintByteCount(of: root, &draft)
    draft.appleLint = AppleLint(dictionary: root, missingAt: root.place, root: root)
  }

  // MARK: Parts

  /// The root, or the one object in it, that has a `payload`.
  private static func push(in root: JSONNode) -> JSONNode? {
    if payload(of: root) != nil { return root }
    for name in ["OfflinePush", "offlinePush", "offline_push", "pushConfig", "push_config", "PushConfig", "userInfo"] {
      if let push = root[name], payload(of: push) != nil { return push }
    }
    return nil
  }

  private static func payload(of push: JSONNode) -> JSONNode? { push["payload"] ?? push["Payload"] }

  private static func hasResourcesID(_ push: JSONNode) -> Bool {
    push.first(of: "resourcesID", "resourceID", "ResourcesID", "ResourceID", "resources_id", "resource_id") != nil
  }

  private static func firstByte(of text: String) -> UInt8? { text.utf8.first { $0 > 0x20 } }

  private func readPush(_ push: JSONNode, into draft: inout PayloadDraft) {
    if push["aps"] == nil, !Self.hasResourcesID(push) {
      draft.report(Self.resourcesIDMissing, "push has no resourcesID", at: push.place, platform: "ios")
    }
    guard let payload = Self.payload(of: push) else { return }
    guard payload.value.string != nil else {
      draft.report(
        Self.payloadNotAString, "payload is \(payload.value.kindName), not a string", at: payload.place,
        platform: "ios")
      return
    }
    do {
      guard let inner = try payload.embedded(allowsDuplicateKeys: true) else { return }
      // The device reads on over a key that stands twice, so this does as well, and says so.
      do { _ = try payload.embedded() } catch {
        draft.report(PayloadFindings.duplicateKey, "in the string, \(error)", at: payload.place)
      }
      readInner(inner, into: &draft)
    } catch {
      draft.report(Self.payloadMalformed, "in the string, \(error)", at: payload.place, platform: "ios")
    }
  }

  private func readInner(_ inner: JSONNode, into draft: inout PayloadDraft) {
    guard inner.value.members != nil else {
      draft.report(
        Self.payloadMalformed, "the string holds \(inner.value.kindName), not an object", at: inner.place,
        platform: "ios")
      return
    }
    draft.addImage(inner["image_attachment"], on: ["ios"], clients: ["zpns-ios"])
    draft.addImage(inner["avatar_url"], on: ["ios"], clients: ["zpns-ios"], role: .icon)
    guard inner["image_attachment"] == nil else { return }
    let isIcon = inner["avatar_url"] != nil
    draft.report(
      Self.imageAttachmentMissing, isIcon ? "there is avatar_url only" : "there is no image_attachment",
      at: inner.place, severity: isIcon ? .note : nil, platform: "ios")
  }
}
