package import PushImageFormats

/// Expo: the message that its push service takes, and the dictionary on the device.
package struct ExpoReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "expo", title: "Expo push message")
  /// What it is recognised by.
  package let marks = "to with an ExponentPushToken, richContent, body._richContent"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [mutableContentMissing, richContentMalformed, payloadTooLarge]

  private static let sending = "https://docs.expo.dev/push-notifications/sending-notifications/"

  static let mutableContentMissing = Finding.Kind(
    "expo.mutable-content-missing", .error,
    meaning: "it is off by default, and without it iOS starts no service extension that fetches the picture",
    remedy: "Add \"mutableContent\": true.", reference: sending)
  static let richContentMalformed = Finding.Kind(
    "expo.rich-content-malformed", .error, meaning: "the picture is read from an object of this name only",
    remedy: "Write richContent as an object with the key image.", reference: sending)
  static let payloadTooLarge = Finding.Kind(
    "expo.payload-too-large", .error, meaning: "Expo refuses a message of this size",
    remedy: "Shorten the texts, the data or the URL.", reference: sending)

  private static let maxPayloadByteCount = 4_096

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool { dictionary.at(["body", "_richContent"]) != nil }

  /// Reads `body._richContent`.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    if let content = dictionary.at(["body", "_richContent"]) { read(content, on: ["ios"], &draft) }
  }

  /// Whether this is what Expo's service takes.
  package func isRequest(_ json: JSONValue) -> Bool {
    if json["richContent"] != nil { return true }
    let tokens = json["to"]?.elements ?? json["to"].map { [$0] } ?? []
    return tokens.contains {
      $0.string?.hasPrefix("ExponentPushToken[") == true || $0.string?.hasPrefix("ExpoPushToken[") == true
    }
  }

  /// Reads `richContent.image`.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["ios", "android"]
    if let content = root["richContent"] { read(content, on: draft.addressedPlatforms, &draft) }
    let count = (root.value.members ?? []).filter { $0.key != "to" }
      .reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.compactByteCount }
    draft.byteCount = count
    draft.reportSize(
      count, max: Self.maxPayloadByteCount, of: "message without its targets", by: "Expo takes at most",
      kind: Self.payloadTooLarge, nearKind: nil, at: root.place)
    guard root["richContent"] != nil, root["mutableContent"]?.value.bool != true else { return }
    let fault = root["mutableContent"].map { "is \($0.value.shortText), not true" } ?? "is missing"
    draft.extensionObstacle = "mutableContent \(fault)"
    draft.report(
      Self.mutableContentMissing, "mutableContent \(fault)", at: root["mutableContent"]?.place ?? root.place,
      platform: "ios")
  }

  private func read(_ content: JSONNode, on platforms: [String], _ draft: inout PayloadDraft) {
    guard content.value.members != nil else {
      draft.report(
        Self.richContentMalformed, "rich content is \(content.value.kindName), not an object", at: content.place)
      return
    }
    draft.addImage(content["image"], on: platforms, clients: ["expo-ios"])
    for key in ["video", "audio"] { draft.addImage(content[key], on: ["ios"], clients: ["expo-ios"], role: .media) }
  }
}
