package import PushImageFormats

/// Firebase's legacy HTTP protocol: `to` or `registration_ids`, beside `notification`.
package struct FCMLegacyReader: PayloadReader {
  /// Whose form it is.
  package let type = PayloadType(id: "fcm-legacy", title: "Firebase legacy HTTP message")
  /// What it is recognised by.
  package let marks = "registration_ids, or to with notification or data"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [protocolUnsupported, mutableContentMissing]

  static let protocolUnsupported = Finding.Kind(
    "fcm.legacy-unsupported", .warning,
    meaning: "this is the legacy protocol, which Firebase has announced to shut down",
    remedy: "Send the message by HTTP v1.", reference: "https://firebase.google.com/docs/cloud-messaging/migrate-v1")
  static let mutableContentMissing = Finding.Kind(
    "fcm.mutable-content-missing", .error, meaning: "iOS starts no service extension, so nobody fetches the picture",
    remedy: "Add \"mutable_content\": true at the top level of the message.",
    reference: "https://github.com/havesource/cordova-plugin-push/issues/180")

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    if json["registration_ids"]?.elements != nil { return .certain }
    let hasContent = json["notification"]?.members != nil || json["data"]?.members != nil
    return json["to"]?.string != nil && hasContent ? .certain : .none
  }

  /// Reads the picture at `notification.image`, and `mutable_content`, which becomes that of APNs.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.report(Self.protocolUnsupported, "message is of the legacy protocol", at: root.place)
    let notification = root.first(of: "notification")
    draft.addressedPlatforms = notification == nil ? [] : ["ios", "android"]
    if notification == nil {
      draft.report(FCMMessage.notificationMissing, "message has no notification", at: root.place)
    }
    draft.addImage(
      notification?["image"], on: draft.addressedPlatforms, clients: ["firebase-ios", "firebase-android"],
      notAString: FCMMessage.imageNotAString)
    draft.byteCount = [root["notification"], root["data"]].reduce(0) { $0 + ($1?.value.keyAndValueByteCount ?? 0) }
    guard draft.concernsExtension, root["mutable_content"]?.value.bool != true else { return }
    let stray = root["mutable-content"]
    let message = stray == nil ? "mutable_content is not true" : "mutable-content stands in place of mutable_content"
    draft.extensionObstacle = message
    draft.report(Self.mutableContentMissing, message, at: stray?.place ?? root.place, platform: "ios")
  }
}
