package import PushImageFormats

/// Tencent TPNS: the request of its push interface.
package struct TPNSReader: PayloadReader {
  /// Whose form it is.
  package let type = PayloadType(id: "tpns", title: "Tencent TPNS push")
  /// What it is recognised by.
  package let marks = "audience_type with message, message.xg_media_resources"
  /// What this reader alone reports: nothing.
  package let findingKinds: [Finding.Kind] = []

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    guard json["message"]?.members != nil else { return .none }
    return json["audience_type"] != nil || json["message"]?["xg_media_resources"] != nil ? .certain : .none
  }

  /// Reads `xg_media_resources`, which goes to both systems, and the icon for Android.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    let message = root["message"]
    let parts = ["ios", "android"].filter { message?[$0] != nil }
    draft.addressedPlatforms = parts.isEmpty ? ["ios", "android"] : parts
    draft.addImage(message?["xg_media_resources"], on: draft.addressedPlatforms)
    draft.addImage(message?.at(["android", "xg_media_resources"]), on: ["android"])
    let icon = message?.at(["android", "icon_res"])
    if icon?.value.string?.contains("://") == true { draft.addImage(icon, on: ["android"], role: .icon) }
  }
}
