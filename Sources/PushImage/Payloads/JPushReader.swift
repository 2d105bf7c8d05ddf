package import PushImageFormats

/// JPush: the dictionary on the device, and the request of its REST interface.
package struct JPushReader: DeviceDialect {
  /// Whose form it is.
  package let type = PayloadType(id: "jpush", title: "JPush push")
  /// What it is recognised by.
  package let marks = "my-attachment; platform with audience and notification"
  /// What this reader alone reports.
  package let findingKinds: [Finding.Kind] = [mutableContentMissing]

  static let mutableContentMissing = Finding.Kind(
    "jpush.mutable-content-missing", .error,
    meaning: "iOS starts no service extension, so nobody fetches the picture",
    remedy: "Add \"mutable-content\": true to notification.ios.",
    reference: "https://docs.jiguang.cn/en/jpush/practice/set_icon")

  private static let key = "my-attachment"

  /// Whether the dictionary has the keys that tell it.
  package func isMarked(_ dictionary: JSONNode) -> Bool { dictionary[Self.key] != nil }

  /// Reads the key of JPush's demo; an app may have another.
  package func readDevice(_ dictionary: JSONNode, into draft: inout PayloadDraft) {
    draft.addImage(dictionary[Self.key], on: ["ios"], clients: ["jpush-ios"])
  }

  /// Whether this is what JPush's interface takes.
  package func isRequest(_ json: JSONValue) -> Bool {
    json["platform"] != nil && json["audience"] != nil && json["notification"]?.members != nil
  }

  /// Reads the parts for iOS and Android.
  package func readRequest(_ root: JSONNode, into draft: inout PayloadDraft) {
    let named = (root["platform"]?.value.elements ?? []).compactMap(\.string)
    let isAll = root["platform"]?.value.string == "all"
    draft.addressedPlatforms = ["ios", "android"].filter { isAll || named.contains($0) }
    let android = root.at(["notification", "android"])
    draft.addImage(android?["big_pic_path"], on: ["android"])
    if android?["large_icon"]?.value.string?.contains("://") == true {
      draft.addImage(android?["large_icon"], on: ["android"], role: .icon)
    }
    guard let ios = root.at(["notification", "ios"]), let extras = ios["extras"], extras[Self.key] != nil else {
      return
    }
    readDevice(extras, into: &draft)
    let flag = ios["mutable-content"]?.value
    if flag?.bool == true || flag?.number?.double == 1 { return }
    let fault = flag.map { "is \($0.shortText), not true" } ?? "is missing"
    draft.extensionObstacle = "mutable-content \(fault)"
    draft.report(
      Self.mutableContentMissing, "mutable-content \(fault)", at: ios["mutable-content"]?.place ?? ios.place,
      platform: "ios")
  }
}
