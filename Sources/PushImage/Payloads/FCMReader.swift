package import PushImageFormats

/// Firebase Cloud Messaging: the request of HTTP v1, or the object that the Node Admin SDK takes.
package struct FCMReader: PayloadReader {
  /// The request body of HTTP v1, with or without `message` around it; also APNs nested under `apns.payload` with
  /// `fcm_options` as its sibling.
  package static let v1 = FCMReader(
    type: PayloadType(id: "fcm-v1", title: "Firebase HTTP v1 message"), isAdmin: false,
    findingKinds: FCMMessage.findingKinds)
  /// The object without `message` and in camel case.
  package static let admin = FCMReader(
    type: PayloadType(id: "fcm-admin", title: "Firebase Admin SDK message"), isAdmin: true, findingKinds: [])

  /// Whose form it is.
  package let type: PayloadType
  let isAdmin: Bool
  /// Those of both are listed once, by the first.
  package let findingKinds: [Finding.Kind]
  /// What it is recognised by.
  package var marks: String {
    isAdmin
      ? "notification, android, apns or webpush with keys in camel case"
      : "message, or notification, data, android, apns or webpush"
  }

  /// The message of a payload that has the outline of one; nil for anything else.
  static func message(in root: JSONNode) -> JSONNode? {
    if let message = root["message"] { return isMessage(message.value) ? message : nil }
    return isMessage(root.value) ? root : nil
  }

  private static let parts = ["notification", "data", "android", "apns", "webpush"]

  private static func isMessage(_ json: JSONValue) -> Bool {
    guard json.members != nil, json["aps"] == nil else { return false }
    let hasTarget = ["token", "topic", "condition", "tokens"].contains { json[$0] != nil }
    return hasTarget && parts.contains { json[$0] != nil }
      || json["apns"] != nil || json["webpush"] != nil || json["notification"]?.members != nil
      || json["android"]?["notification"] != nil
  }

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    let root = JSONNode(json)
    if json["message"]?.members != nil, Self.message(in: root) == nil, json["message"]?["token"] != nil {
      return isAdmin ? .none : .weak
    }
    guard let message = Self.message(in: root) else { return .none }
    if json["message"] != nil { return isAdmin ? .none : .likely }
    return Self.isAdmin(root, message) == isAdmin ? .likely : .weak
  }

  /// Whether the Node Admin SDK will translate the message: it stands alone, and is spelt for it.
  static func isAdmin(_ root: JSONNode, _ message: JSONNode) -> Bool {
    if root["message"] != nil { return false }
    let paths = [
      ["notification", "imageUrl"], ["android", "notification", "imageUrl"], ["apns", "fcmOptions"],
      ["apns", "payload", "aps", "mutableContent"], ["apns", "payload", "aps", "contentAvailable"],
      ["webpush", "fcmOptions"], ["fcmOptions"], ["tokens"], ["android", "collapseKey"],
      ["android", "notification", "channelId"], ["android", "notification", "clickAction"],
    ]
    return paths.contains { message.at($0) != nil }
  }

  /// Reads the message.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    FCMMessage(node: root.first(of: "message") ?? root, isAdmin: isAdmin).read(into: &draft)
  }
}
