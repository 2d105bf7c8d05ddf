package import PushImageFormats

/// Huawei Push Kit: the request of its REST interface, much like Firebase's.
package struct HuaweiReader: PayloadReader {
  /// Whose form it is.
  package let type = PayloadType(id: "huawei", title: "Huawei Push Kit message")
  /// What it is recognised by.
  package let marks = "message with an array of tokens, or with android.notification.click_action"
  /// What this reader alone reports: nothing.
  package let findingKinds: [Finding.Kind] = []

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    guard let message = json["message"], message.members != nil else { return .none }
    if message["token"]?.elements != nil, message["android"] != nil || message["notification"] != nil {
      return .certain
    }
    let android = message["android"]
    let isOwn =
      android?["notification"]?["click_action"]?.members != nil || android?["bi_tag"] != nil
      || android?["urgency"] != nil || android?["fast_app_target"] != nil
    return isOwn ? .certain : .none
  }

  /// Reads `android.notification.image`, which stands in front of `notification.image`.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["huawei"]
    guard let message = root["message"] else { return }
    let own = message.at(["android", "notification", "image"])
    let general = message.at(["notification", "image"])
    let hides = draft.addImage(
      own, on: ["huawei"], clients: ["huawei"], hasFallback: general?.value.string?.isEmpty == false)
    draft.addImage(
      general, on: hides ? [] : ["huawei"], clients: hides ? [] : ["huawei"], hasFallback: hides)
    guard let icon = message.at(["android", "notification", "icon"]), let text = icon.value.string, text.contains("://")
    else { return }
    draft.report(PayloadFindings.iconUnsupported, "icon is \(quoted(text))", at: icon.place, platform: "huawei")
  }
}
