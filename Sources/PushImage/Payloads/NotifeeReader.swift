package import PushImageFormats

/// notifee: `notifee_options` for its extension, and the notification that an app displays itself.
package struct NotifeeReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "notifee", title: "notifee notification")
  /// What it is recognised by.
  package let marks = "notifee_options; ios.attachments"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [attachmentsMalformed, typeHintUnsupported]

  private static let core =
    "https://github.com/invertase/notifee/blob/b73c76d7fd939b86ceed9c0450b0782e95ea7656/ios/NotifeeCore/NotifeeCoreExtensionHelper.m"

  static let attachmentsMalformed = Finding.Kind(
    "notifee.attachments-malformed", .error, meaning: "the extension finds no URL, so it shows the plain notification",
    remedy: "Write ios.attachments as an array of objects with url, or image as a string.", reference: core)
  static let typeHintUnsupported = Finding.Kind(
    "notifee.type-hint-unsupported", .error,
    meaning: "a type hint is a uniform type identifier, and iOS refuses attachments with any other",
    remedy: "Write public.jpeg, public.png or com.compuserve.gif, or leave typeHint away.",
    reference:
      "https://developer.apple.com/documentation/usernotifications/unnotificationattachmentoptionstypehintkey",
    unError: 101)

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool { dictionary["notifee_options"] != nil }

  /// Reads the first attachment, else the image.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    guard let options = dictionary["notifee_options"] else { return }
    let hides = readAttachments(options.at(["ios", "attachments"]), into: &draft)
    draft.addImage(
      options["image"], on: hides ? [] : ["ios"], clients: hides ? [] : ["notifee-ios"], hasFallback: hides)
    if options["image"] == nil, !hides, options.at(["ios", "attachments"]) == nil {
      draft.report(
        Self.attachmentsMalformed, "notifee_options has neither ios.attachments nor image", at: options.place,
        platform: "ios")
    }
  }

  /// Whether an app would display this itself.
  package func isRequest(_ json: JSONValue) -> Bool { json["ios"]?["attachments"] != nil }

  /// Reads the attachments of iOS and the pictures of Android. No push is involved, so nothing is asked of `aps`.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["ios", "android"].filter { root[$0] != nil }
    readAttachments(root.at(["ios", "attachments"]), into: &draft)
    draft.addImage(root.at(["android", "style", "picture"]), on: ["android"])
    let icon = root.at(["android", "largeIcon"])
    if icon?.value.string?.contains("://") == true { draft.addImage(icon, on: ["android"], role: .icon) }
  }

  /// Whether there is an attachment, good or bad; of several the extension takes the first.
  @discardableResult
  private func readAttachments(_ node: JSONNode?, into draft: inout PayloadDraft) -> Bool {
    guard let node, !node.value.isNull else { return false }
    guard node.value.elements != nil else {
      draft.report(
        Self.attachmentsMalformed, "attachments are \(node.value.kindName), not an array", at: node.place,
        platform: "ios")
      return true
    }
    for (index, entry) in node.elements.enumerated() {
      guard let url = entry["url"] else {
        draft.report(Self.attachmentsMalformed, "attachment has no url", at: entry.place, platform: "ios")
        continue
      }
      lintTypeHint(of: entry, &draft)
      let hint = entry["typeHint"]?.value.string.map { ["typeHint": $0] } ?? [:]
      let id = entry["id"]?.value.string.map { ["id": $0] } ?? [:]
      let isRead = index == 0
      draft.addImage(
        url, on: isRead ? ["ios"] : [], clients: isRead ? ["notifee-ios"] : [],
        deviceFields: hint.merging(id) { first, _ in first }, hasFallback: !isRead)
    }
    return !node.elements.isEmpty
  }

  private func lintTypeHint(of entry: JSONNode, _ draft: inout PayloadDraft) {
    guard let hint = entry["typeHint"], !hint.value.isNull else { return }
    let text = hint.value.string
    if let text, !text.contains("/"), text.contains(".") { return }
    let shown = text.map { quoted($0) } ?? hint.value.kindName
    draft.report(Self.typeHintUnsupported, "typeHint is \(shown)", at: hint.place, platform: "ios")
  }
}
