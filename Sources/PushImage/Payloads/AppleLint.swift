internal import PushImageFormats

/// What iOS asks of a payload before it starts the service extension that fetches the picture.
struct AppleLint {
  static let findingKinds: [Finding.Kind] = [
    apsMalformed, mutableContentMissing, mutableContentMisplaced, mutableContentMismatch, alertMissing, alertMalformed,
    payloadTooLarge, payloadNearLimit, imageMisplaced,
  ]

  private enum Source {
    static let payload =
      "https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification"
    static let modifying =
      "https://developer.apple.com/documentation/usernotifications/modifying-content-in-newly-delivered-notifications"
    static let misplaced = "https://github.com/havesource/cordova-plugin-push/issues/180"
  }

  private static func kind(
    _ fault: String, _ meaning: String, _ remedy: String, _ reference: String,
    severity: Finding.Severity = .error
  ) -> Finding.Kind {
    Finding.Kind("apns.\(fault)", severity, meaning: meaning, remedy: remedy, reference: reference)
  }

  static let apsMalformed = kind(
    "aps-malformed", "what iOS is to show is no object, so it shows nothing", "Write aps as a JSON object.",
    Source.payload)
  static let mutableContentMissing = kind(
    "mutable-content-missing", "iOS starts no service extension, so nobody fetches the picture",
    "Add \"mutable-content\": 1 to aps.", Source.modifying)
  static let mutableContentMisplaced = kind(
    "mutable-content-misplaced", "iOS looks for mutable-content in aps only, so it starts no service extension",
    "Move it into aps, spelt mutable-content, with the value 1.", Source.misplaced)
  static let mutableContentMismatch = kind(
    "mutable-content-mismatch", "Apple documents the number 1 and nothing else, so the service extension may not start",
    "Write \"mutable-content\": 1, a number without quotation marks.", Source.modifying)
  static let alertMissing = kind(
    "alert-missing", "iOS starts the service extension only for notifications that show text",
    "Add aps.alert with a title or a body.", Source.modifying)
  static let alertMalformed = kind(
    "alert-malformed", "the alert is neither text nor an object, so iOS shows nothing",
    "Write the alert as a string, or as an object with title and body.", Source.payload)
  static let payloadTooLarge = kind(
    "payload-too-large", "APNs refuses a payload of this size", "Shorten the texts, the custom data or the URL.",
    Source.payload)
  static let payloadNearLimit = kind(
    "payload-near-limit", "a longer text or URL makes APNs refuse the payload",
    "Shorten the texts, the custom data or the URL.", Source.payload, severity: .note)
  static let imageMisplaced = kind(
    "image-misplaced", "no service extension looks for the picture's URL at this place",
    "Put it beside aps: at image, or at fcm_options.image for Firebase's helper.", Source.payload)

  /// Bytes that APNs takes for an ordinary notification.
  static let maxPayloadByteCount = 4_096

  /// The dictionary as it arrives; nil when the payload has none, and `missingAt` is where it should be.
  let dictionary: JSONNode?
  let missingAt: JSONPointer
  /// Where a misplaced key is looked for.
  let root: JSONNode
  /// Whether the sender fills in an alert from elsewhere.
  var hasText = false
  /// Whether the sender turns `mutableContent: true` into the number.
  var takesCamelCase = false

  /// Looks at what must be there for any picture on iOS; the first obstacle goes to the draft's pictures.
  func run(_ draft: inout PayloadDraft) {
    let aps = dictionary?["aps"]
    if let aps, aps.value.members == nil {
      draft.obstruct(Self.apsMalformed, "aps is \(aps.value.kindName), not an object", at: aps.place)
      return
    }
    lintMutableContent(of: aps, &draft)
    lintAlert(of: aps, &draft)
  }

  // MARK: mutable-content

  private func lintMutableContent(of aps: JSONNode?, _ draft: inout PayloadDraft) {
    if takesCamelCase, aps?["mutable-content"] == nil, aps?["mutableContent"]?.value.bool == true { return }
    guard let flag = aps?["mutable-content"] else {
      if let stray = strayMutableContent(root) {
        draft.obstruct(
          Self.mutableContentMisplaced, "mutable-content stands at \(quoted(stray.place.description)), not in aps",
          at: stray.place)
      } else {
        draft.obstruct(Self.mutableContentMissing, "aps has no mutable-content", at: aps?.place ?? missingAt)
      }
      return
    }
    if flag.value.number?.double == 1 { return }
    draft.obstruct(
      Self.mutableContentMismatch, "mutable-content is \(flag.value.shortText), not the number 1", at: flag.place)
  }

  private static let spellings: Set<String> = [
    "mutable-content", "mutable_content", "mutableContent", "MutableContent",
  ]

  /// The first key of the name anywhere; only asked for when it is not where it belongs.
  private func strayMutableContent(_ node: JSONNode) -> JSONNode? {
    for (key, member) in node.members {
      if Self.spellings.contains(key) { return member }
      if let found = strayMutableContent(member) { return found }
    }
    for element in node.elements {
      if let found = strayMutableContent(element) { return found }
    }
    return nil
  }

  // MARK: alert

  private func lintAlert(of aps: JSONNode?, _ draft: inout PayloadDraft) {
    guard let alert = aps?["alert"], !alert.value.isNull else {
      if !hasText { draft.obstruct(Self.alertMissing, "aps has no alert", at: aps?.place ?? missingAt) }
      return
    }
    switch alert.value.content {
    case .string(let text):
      if text.isEmpty { draft.obstruct(Self.alertMissing, "aps.alert is empty", at: alert.place) }
    case .object:
      if !Self.isShown(alert), !hasText {
        draft.obstruct(Self.alertMissing, "aps.alert has neither title nor body", at: alert.place)
      }
    default:
      draft.obstruct(Self.alertMalformed, "aps.alert is \(alert.value.kindName)", at: alert.place)
    }
  }

  private static func isShown(_ alert: JSONNode) -> Bool {
    ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"].contains {
      alert[$0]?.value.string?.isEmpty == false
    }
  }

  // MARK: Size

  /// Compares what APNs gets with what it takes.
  static func lintByteCount(of dictionary: JSONNode, _ draft: inout PayloadDraft) {
    let count = dictionary.value.compactByteCount
    draft.reportSize(
      count, max: maxPayloadByteCount, of: "payload", by: "APNs takes at most", kind: payloadTooLarge,
      nearKind: payloadNearLimit, at: dictionary.place, platform: "ios")
  }
}

extension PayloadDraft {
  /// Reports what keeps iOS from starting the extension; the first is kept for the pictures.
  fileprivate mutating func obstruct(_ kind: Finding.Kind, _ message: String, at place: JSONPointer) {
    report(kind, message, at: place, platform: "ios")
    extensionObstacle = extensionObstacle ?? message
  }

  /// Reports a size above the limit, or within the last tenth below it.
  mutating func reportSize(
    _ count: Int, max: Int, of what: String, by clause: String, kind: Finding.Kind, nearKind: Finding.Kind?,
    at place: JSONPointer, platform: String? = nil
  ) {
    let reported = count > max ? kind : count > max - max / 10 ? nearKind : nil
    guard let reported else { return }
    report(
      Finding(
        reported, "\(what) is \(count.grouped) bytes; \(clause) \(max.grouped)", actual: count, limit: max,
        unit: .bytes, platform: platform, location: Finding.Location(pointer: place.description)))
  }
}

extension JSONValue {
  /// The value itself when it is short, as messages show it: `"1"`, `true`, `an object`.
  var shortText: String {
    switch content {
    case .string(let text): "the string \(quoted(text, maxScalarCount: 20))"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): "the number \(String(number.text.prefix(20)))"
    default: kindName
    }
  }
}
