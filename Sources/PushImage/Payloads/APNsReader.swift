package import PushImageFormats

/// The payload of Apple's push service as the device gets it: `aps`, and beside it what the app's own extension reads.
package struct APNsReader: PayloadReader {
  /// Whose form it is.
  package let type = PayloadType(id: "apns", title: "APNs payload")
  /// What it is recognised by.
  package let marks = "aps"
  /// What this reader alone reports.
  package let findingKinds = AppleLint.findingKinds

  /// How much it looks like one.
  package func recognize(_ json: JSONValue) -> Recognition {
    if json["aps"] != nil { return .likely }
    return json["fcm_options"]?["image"] != nil && json["message"] == nil ? .weak : .none
  }

  /// Reads the pictures that common extensions look for: Firebase's helper and others of one's own.
  package func read(_ root: JSONNode, into draft: inout PayloadDraft) {
    draft.addressedPlatforms = ["ios"]
    Self.readImages(of: root, into: &draft)
    Self.lintPlaces(of: root, &draft)
    AppleLint.lintByteCount(of: root, &draft)
    draft.appleLint = AppleLint(dictionary: root, missingAt: root.place, root: root)
  }

  private static func readImages(of root: JSONNode, into draft: inout PayloadDraft) {
    let options = root["fcm_options"]
    if let options, options.value.members == nil {
      draft.report(
        FCMMessage.optionsMalformed, "fcm_options is \(options.value.kindName), not an object", at: options.place,
        platform: "ios")
    }
    let hides = draft.addImage(
      options?["image"], on: ["ios"], clients: ["firebase-ios"], notAString: FCMMessage.imageNotAString)
    let second = root.at(["notification", "image"])
    draft.addImage(second, on: hides ? [] : ["ios"], clients: hides ? [] : ["nse-url-name"], hasFallback: hides)
    draft.addImage(root["image"], on: ["ios"], clients: ["nse-fixed-name"])
  }

  private static let wrongPlaces: [[String]] = [
    ["aps", "image"], ["aps", "alert", "image"], ["aps", "fcm_options", "image"], ["aps", "notification", "image"],
    ["alert", "image"], ["apns", "fcm_options", "image"], ["apns", "image"], ["aps", "image-url"],
    ["aps", "image_url"],
    ["aps", "imageUrl"], ["aps", "attachment"], ["aps", "attachment-url"],
  ]

  /// An error where there is no other picture; else a warning.
  private static func lintPlaces(of root: JSONNode, _ draft: inout PayloadDraft) {
    let severity: Finding.Severity? = draft.images.isEmpty ? nil : .warning
    for found in wrongPlaces.compactMap(root.at) {
      draft.report(
        AppleLint.imageMisplaced, "image stands at \(quoted(found.place.description))", at: found.place,
        severity: severity, platform: "ios")
    }
  }
}
