package import PushImageFormats

/// OneSignal: the dictionary on the device, and the request that creates a notification.
package struct OneSignalReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "onesignal", title: "OneSignal notification")
  /// What it is recognised by.
  package let marks = "os_data, att or custom.i; ios_attachments, big_picture or chrome_web_image with app_id"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [attachmentsMalformed, attachmentLocal]

  private static let handler =
    "https://github.com/OneSignal/OneSignal-iOS-SDK/blob/0540578719447a4bc0b3886faab155d6b5021632/iOS_SDK/OneSignalSDK/OneSignalExtension/OneSignalAttachmentHandler.m"

  static let attachmentsMalformed = Finding.Kind(
    "onesignal.attachments-malformed", .error, meaning: "the extension reads an object of names and URLs only",
    remedy: "Write the attachments as an object: {\"id\": \"https://…\"}.", reference: handler)
  static let attachmentLocal = Finding.Kind(
    "onesignal.attachment-local", .warning,
    meaning: "what does not begin with http is taken for the name of a file in the app, and nothing is fetched",
    remedy: "Write the whole URL, from https:// on.", reference: handler)

  private static let pictures: [(key: String, platform: String, role: ImageSlot.Role, clients: [String])] = [
    ("big_picture", "android", .image, []),
    ("chrome_web_image", "web", .image, ["webpush-chrome", "webpush-firefox", "webpush-safari"]),
    ("huawei_big_picture", "huawei", .image, []),
    ("large_icon", "android", .icon, []),
    ("chrome_web_icon", "web", .icon, []),
    ("chrome_web_badge", "web", .badge, []),
  ]

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool {
    dictionary["os_data"]?.value.members != nil || dictionary.at(["custom", "i"]) != nil
      || dictionary["aps"] != nil && dictionary["att"] != nil
  }

  /// Reads `os_data.att`, `att` or `at`.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    let found = dictionary.at(["os_data", "att"]) ?? dictionary["att"] ?? dictionary["at"]
    readAttachments(found, into: &draft)
  }

  /// Whether this is what OneSignal's interface takes.
  package func isRequest(_ json: JSONValue) -> Bool {
    if json["ios_attachments"] != nil { return true }
    guard json["app_id"]?.string != nil else { return false }
    return ["contents", "headings", "included_segments", "include_aliases", "template_id"].contains { json[$0] != nil }
      || Self.pictures.contains { json[$0.key] != nil }
  }

  /// Reads the pictures of all platforms. OneSignal sets mutable-content by itself.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = Self.platforms(of: root)
    readAttachments(root["ios_attachments"], into: &draft)
    for (key, platform, role, clients) in Self.pictures {
      // Icons may be resources of the app.
      if role != .image, root[key]?.value.string?.contains("://") != true { continue }
      draft.addImage(root[key], on: [platform], clients: clients, role: role)
    }
  }

  /// iOS and Android, unless switched off; the others where the request speaks of them.
  private static func platforms(of root: JSONNode) -> [String] {
    let isChosen = ["isIos", "isAndroid", "isAnyWeb", "isChromeWeb", "isHuawei"].contains {
      root[$0]?.value.bool == true
    }
    let named: [(String, [String], Bool)] = [
      ("ios", ["isIos"], !isChosen || root["ios_attachments"] != nil),
      ("android", ["isAndroid"], !isChosen || root["big_picture"] != nil),
      ("web", ["isAnyWeb", "isChromeWeb"], root["chrome_web_image"] != nil),
      ("huawei", ["isHuawei"], root["huawei_big_picture"] != nil),
    ]
    return named.filter { _, flags, byDefault in
      let states = flags.compactMap { root[$0]?.value.bool }
      return states.isEmpty ? byDefault : states.contains(true)
    }.map(\.0)
  }

  private func readAttachments(_ node: JSONNode?, into draft: inout PayloadDraft) {
    guard let node, !node.value.isNull else { return }
    guard node.value.members != nil else {
      draft.report(
        Self.attachmentsMalformed, "attachments are \(node.value.kindName), not an object", at: node.place,
        platform: "ios")
      return
    }
    for (id, entry) in node.members {
      if let text = entry.value.string, !text.isEmpty, !Self.isRemote(text) {
        draft.report(
          Self.attachmentLocal, "attachment \(quoted(id)) is \(quoted(text))", at: entry.place, platform: "ios")
        continue
      }
      draft.addImage(entry, on: ["ios"], clients: ["onesignal-ios"], deviceFields: ["id": id])
    }
  }

  private static func isRemote(_ text: String) -> Bool {
    let start = String(decoding: text.utf8.drop { $0 <= 0x20 }.prefix(8), as: UTF8.self).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
