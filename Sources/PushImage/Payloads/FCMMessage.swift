internal import PushImageFormats

/// The message of Firebase Cloud Messaging, as HTTP v1 and the Admin SDKs write it, with or without `message` around it.
struct FCMMessage {
  /// What stands in `message`, or the root.
  let node: JSONNode
  /// Whether the Node Admin SDK will translate its spellings.
  let isAdmin: Bool
  /// Default client for pictures that Firebase brings to iOS; nil when another SDK's extension sits there.
  var appleClient: String? = "firebase-ios"

  // MARK: Reading

  /// Writes everything but the check for a picture into the draft.
  func read(into draft: inout PayloadDraft) {
    lintParts(&draft)
    lintTarget(&draft)
    draft.addressedPlatforms = addressedPlatforms
    if draft.addressedPlatforms.isEmpty {
      draft.report(Self.notificationMissing, "message has no notification", at: node.place)
    }
    readImages(into: &draft)
    lintPlaces(&draft)
    lintIcons(&draft)
    lintSizes(&draft)
    draft.appleLint = appleLint
  }

  var android: JSONNode? { node.first(of: "android") }
  var apns: JSONNode? { node.first(of: "apns") }
  var webpush: JSONNode? { node.first(of: "webpush") }
  /// What arrives on iOS, without what Firebase adds.
  var appleDictionary: JSONNode? { apns?.first(of: "payload") }
  /// Whether Firebase fills in the alert.
  var hasText: Bool {
    guard let notification = node.first(of: "notification") else { return false }
    return ["title", "body"].contains { notification[$0]?.value.string?.isEmpty == false }
  }

  /// What iOS asks for; nil when the message is not for it.
  private var appleLint: AppleLint? {
    guard addressedPlatforms.contains("ios") else { return nil }
    return AppleLint(
      dictionary: appleDictionary, missingAt: apns?.place ?? node.place, root: node, hasText: hasText,
      takesCamelCase: isAdmin)
  }

  private var addressedPlatforms: [String] {
    let isForAll = node.first(of: "notification") != nil
    let parts: [(String, Bool)] = [
      ("ios", isForAll || apns != nil), ("android", isForAll || android?.first(of: "notification") != nil),
      ("web", webpush != nil),
    ]
    return parts.filter(\.1).map(\.0)
  }

  // MARK: Pictures

  private static let webClients = ["webpush-chrome", "webpush-firefox", "webpush-safari"]

  /// The most specific first; what it hides is left to the other platforms.
  private func readImages(into draft: inout PayloadDraft) {
    let general = node.first(of: "notification")
    let hasGeneral = image(of: general)?.value.string?.isEmpty == false
    var open = draft.addressedPlatforms
    let android = image(of: android?.first(of: "notification"), &draft)
    if draft.addImage(
      android, on: ["android"], clients: ["firebase-android"], notAString: Self.imageNotAString,
      hasFallback: hasGeneral)
    {
      open.removeAll { $0 == "android" }
    }
    if readAppleImages(hasFallback: hasGeneral, into: &draft) { open.removeAll { $0 == "ios" } }
    if readWebImages(hasFallback: hasGeneral, into: &draft) { open.removeAll { $0 == "web" } }
    let clients = [
      ("ios", [appleClient].compactMap(\.self)), ("android", ["firebase-android"]), ("web", Self.webClients),
    ]
    let platforms = appleClient == nil ? open.filter { $0 != "ios" } : open
    draft.addImage(
      image(of: general, &draft), on: platforms,
      clients: clients.filter { platforms.contains($0.0) }.flatMap(\.1), notAString: Self.imageNotAString)
  }

  /// Whether anything hides the general picture from iOS.
  private func readAppleImages(hasFallback: Bool, into draft: inout PayloadDraft) -> Bool {
    let options = apns?.first(of: "fcm_options", "fcmOptions")
    if let options, options.value.members == nil {
      draft.report(
        Self.optionsMalformed, "fcm_options is \(options.value.kindName), not an object", at: options.place,
        platform: "ios")
    }
    guard let appleClient else { return true }
    let hides = draft.addImage(
      image(of: options, &draft), on: ["ios"], clients: [appleClient], notAString: Self.imageNotAString,
      hasFallback: hasFallback)
    // What an app's own extension looks for; Firebase passes it through.
    draft.addImage(appleDictionary?["image"], on: ["ios"], clients: ["nse-fixed-name"])
    draft.addImage(appleDictionary?.at(["notification", "image"]), on: ["ios"], clients: ["nse-url-name"])
    return hides
  }

  private func readWebImages(hasFallback: Bool, into draft: inout PayloadDraft) -> Bool {
    let notification = webpush?.first(of: "notification")
    let hides = draft.addImage(
      notification?["image"], on: ["web"], clients: Self.webClients, notAString: Self.imageNotAString,
      hasFallback: hasFallback)
    draft.addImage(notification?["icon"], on: ["web"], role: .icon)
    draft.addImage(notification?["badge"], on: ["web"], role: .badge)
    if let header = webpush?.at(["headers", "image"]) {
      draft.report(Self.headerUnsupported, "image stands among the headers", at: header.place, platform: "web")
      draft.addImage(header, on: [], hasFallback: true)
    }
    return hides
  }

  /// The picture's key in one part of the message, in the spelling of this sender.
  private func image(of part: JSONNode?) -> JSONNode? {
    part?.first(of: "image", "imageUrl", "image_url") ?? part?["image"]
  }

  private func image(of part: JSONNode?, _ draft: inout PayloadDraft) -> JSONNode? {
    let found = image(of: part)
    let key = found?.place.steps.last
    if let found, key == .key("image_url") || key == .key("imageUrl") && !isAdmin {
      draft.report(
        Self.imageKeyUnsupported, "key is \(key == .key("imageUrl") ? "imageUrl" : "image_url"), not image",
        at: found.place)
    }
    return found
  }

  // MARK: Places

  /// Where pictures are put by mistake, and where they would have to be.
  private static let wrongPlaces: [[String]] = [
    ["image"], ["imageUrl"], ["fcm_options", "image"], ["fcmOptions", "image"], ["apns", "image"],
    ["apns", "notification", "image"], ["apns", "payload", "aps", "image"],
    ["apns", "payload", "aps", "alert", "image"], ["apns", "payload", "aps", "fcm_options", "image"],
    ["apns", "headers", "image"], ["android", "image"], ["android", "fcm_options", "image"], ["webpush", "image"],
    ["webpush", "fcm_options", "image"],
  ]

  /// An error where it is the only picture of all, since then nobody sees it; else a warning.
  private func lintPlaces(_ draft: inout PayloadDraft) {
    let severity: Finding.Severity? = draft.images.contains { !$0.platforms.isEmpty } ? .warning : nil
    for found in Self.wrongPlaces.compactMap(node.at) {
      draft.report(Self.imageMisplaced, "image stands where nobody looks", at: found.place, severity: severity)
    }
    // A custom key of this name arrives where Firebase's helper looks, but that is luck.
    if let stray = node.at(["apns", "payload", "fcm_options", "image"]) {
      draft.report(
        Self.imageMisplaced, "fcm_options stands in apns.payload, not beside it", at: stray.place, severity: .warning,
        platform: "ios")
      let isHidden = apns?.first(of: "fcm_options", "fcmOptions")?["image"] != nil
      if let appleClient, !isHidden { draft.addImage(stray, on: ["ios"], clients: [appleClient]) }
    }
  }

  private func lintIcons(_ draft: inout PayloadDraft) {
    guard let icon = node.at(["android", "notification", "icon"]), let text = icon.value.string,
      text.contains("/") || text.contains(":")
    else { return }
    draft.report(
      PayloadFindings.iconUnsupported, "icon is \(quoted(text))", at: icon.place, platform: "android")
  }

  // MARK: Form

  private func lintParts(_ draft: inout PayloadDraft) {
    for key in ["notification", "data", "android", "apns", "webpush"] {
      guard let part = node.first(of: key), part.value.members == nil else { continue }
      draft.report(Self.partMalformed, "\(key) is \(part.value.kindName), not an object", at: part.place)
    }
    for path in [["android", "notification"], ["apns", "payload"], ["webpush", "notification"]] {
      guard let part = node.at(path), !part.value.isNull, part.value.members == nil else { continue }
      draft.report(
        Self.partMalformed, "\(path.joined(separator: ".")) is \(part.value.kindName), not an object", at: part.place)
    }
  }

  private func lintTarget(_ draft: inout PayloadDraft) {
    let targets = ["token", "topic", "condition", "tokens"].compactMap { node.first(of: $0) }
    // What is not a whole request yet will get its target from the program that sends it.
    if targets.isEmpty {
      draft.report(
        Self.targetMissing, "message has no token, topic or condition", at: node.place,
        severity: node.place.steps.isEmpty ? .note : nil)
    }
    if targets.count > 1 {
      draft.report(
        Self.targetMismatch, "message has \(targets.count) targets; Firebase takes one", at: targets[1].place)
    }
    for target in targets {
      guard target.place.steps.last != .key("tokens") else { continue }
      guard let text = target.value.string else {
        draft.report(Self.targetMalformed, "target is \(target.value.kindName), not a string", at: target.place)
        continue
      }
      if text.isEmpty { draft.report(Self.targetMalformed, "target is empty text", at: target.place) }
      if target.place.steps.last == .key("topic"), !Self.isTopic(text) {
        draft.report(Self.targetMalformed, "topic has characters that no topic may have", at: target.place)
      }
    }
  }

  /// Letters, digits and `-_.~%`; the Admin SDKs let `/topics/` stand in front.
  private static func isTopic(_ text: String) -> Bool {
    let name = text.hasPrefix("/topics/") ? text.dropFirst(8) : text[...]
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_.~%".utf8.contains(byte)
      }
    }
  }

  // MARK: Size

  private static let maxPayloadByteCount = 4_096
  private static let maxTopicPayloadByteCount = 2_048

  /// Firebase counts "keys and values": of what every device gets, and of the part for the one whose part is longest.
  var byteCount: Int {
    let common = [node.first(of: "notification"), node.first(of: "data")]
    let own = [
      [android?.first(of: "notification"), android?.first(of: "data")],
      [appleDictionary, apns?.first(of: "fcm_options", "fcmOptions")],
      [webpush?.first(of: "notification"), webpush?.first(of: "data")],
    ]
    return Self.sum(common) + (own.map(Self.sum).max() ?? 0)
  }

  private static func sum(_ parts: [JSONNode?]) -> Int {
    parts.reduce(0) { $0 + ($1?.value.keyAndValueByteCount ?? 0) }
  }

  private func lintSizes(_ draft: inout PayloadDraft) {
    let count = byteCount
    draft.byteCount = count
    draft.reportSize(
      count, max: Self.maxPayloadByteCount, of: "message", by: "Firebase takes keys and values of at most",
      kind: Self.payloadTooLarge, nearKind: Self.payloadNearLimit, at: node.place)
    if node.first(of: "topic", "condition") != nil, count <= Self.maxPayloadByteCount {
      draft.reportSize(
        count, max: Self.maxTopicPayloadByteCount, of: "message to a topic",
        by: "Firebase's error table is reported to allow", kind: Self.topicPayloadTooLarge, nearKind: nil,
        at: node.place)
    }
    if let appleDictionary { AppleLint.lintByteCount(of: appleDictionary, &draft) }
  }
}
