internal import PushImageFormats

extension Payload {
  /// Longer payloads are not read: no push service takes a hundredth of it, but for its list of targets.
  static let maxByteCount = 1_048_576

  /// Reads one payload: recognises its form unless it is given, follows the sender's precedence, and looks at every URL.
  package init(_ json: JSONValue, options: PayloadOptions = PayloadOptions()) {
    let compactByteCount = json.compactByteCount
    var draft = PayloadDraft()
    var type = PayloadType.unknown
    if compactByteCount > Self.maxByteCount {
      draft.report(
        Finding(
          PayloadFindings.tooLarge,
          "payload is \(compactByteCount.grouped) bytes; this tool reads at most \(Self.maxByteCount.grouped)",
          actual: compactByteCount, limit: Self.maxByteCount, unit: .bytes,
          location: Finding.Location(pointer: "")))
    } else {
      let root = JSONNode(json)
      type = PayloadRecognition(json, options: options).read(root, into: &draft)
      draft.readImageKeys(options.imageKeys, of: root)
      draft.finish(at: root.place, allowsHTTP: options.allowsHTTP)
    }
    self.init(
      type: type, images: draft.images, findings: draft.findings, addressedPlatforms: draft.addressedPlatforms,
      byteCount: draft.byteCount ?? compactByteCount, json: json)
  }

  /// What stands for a text that could not be read.
  init(unreadBecause findings: [Finding]) {
    self.init(type: .unknown, images: [], findings: findings, addressedPlatforms: [], byteCount: 0, json: nil)
  }
}

/// Which reader takes a payload.
private struct PayloadRecognition {
  let json: JSONValue
  let forced: PayloadType?
  let hasImageKeys: Bool

  init(_ json: JSONValue, options: PayloadOptions) {
    self.json = json
    forced = options.type
    hasImageKeys = !options.imageKeys.isEmpty
  }

  func read(_ root: JSONNode, into draft: inout PayloadDraft) -> PayloadType {
    let scores = json.members == nil ? [] : PayloadReaders.all.map { ($0, $0.recognize(json)) }
    if let forced, let reader = PayloadReaders.reader(of: forced) {
      if !scores.contains(where: { $0.0.type == forced && $0.1 > .none }) {
        draft.report(
          PayloadFindings.typeMismatch, "payload has none of what tells \(reader.type.title): \(reader.marks)",
          at: root.place)
      }
      reader.read(root, into: &draft)
      return forced
    }
    guard let best = scores.map(\.1).max(), best > .none else {
      reportUnknown(at: root.place, &draft)
      return .unknown
    }
    let winners = scores.filter { $0.1 == best }.map(\.0)
    if winners.count > 1 {
      draft.report(
        PayloadFindings.typeAmbiguous,
        "payload was read as \(winners[0].type.id); it may be \(winners.dropFirst().map(\.type.id).joined(separator: ", "))",
        at: root.place)
    }
    winners[0].read(root, into: &draft)
    return winners[0].type
  }

  /// With a key given, all that is wanted is known.
  private func reportUnknown(at place: JSONPointer, _ draft: inout PayloadDraft) {
    if hasImageKeys, json.members != nil {
      draft.addressedPlatforms = ["ios", "android"]
      return
    }
    let fact = json.members == nil ? "payload is \(json.kindName), not an object" : "payload has no known form"
    draft.report(PayloadFindings.typeUnknown, "\(fact); looked for \(Self.lookedFor)", at: place)
  }

  private static let lookedFor = PayloadReaders.all.map { "\($0.type.id) (\($0.marks))" }.joined(separator: "; ")
}

extension PayloadDraft {
  /// Adds the pictures at places of one's own.
  fileprivate mutating func readImageKeys(_ keys: [String], of root: JSONNode) {
    for key in keys {
      guard let node = root.at(pointer: key) else {
        report(
          Finding(
            PayloadFindings.imageKeyMissing, "there is nothing at \(quoted(key))",
            location: Finding.Location(pointer: key)))
        continue
      }
      if images.contains(where: { $0.place == node.place && !$0.platforms.isEmpty }) { continue }
      addImage(node, on: addressedPlatforms.isEmpty ? ["ios", "android"] : addressedPlatforms)
    }
  }

  /// What is said of every form: no picture, hidden pictures, and the URLs.
  fileprivate mutating func finish(at root: JSONPointer, allowsHTTP: Bool) {
    if concernsExtension { appleLint?.run(&self) }
    let isRead = findings.allSatisfy { $0.kind != PayloadFindings.typeUnknown && $0.severity < .error }
    if isRead, !images.contains(where: { $0.role == .image || $0.role == .media }) {
      report(PayloadFindings.imageMissing, "payload names no picture", at: root)
    }
    for slot in images {
      if slot.platforms.isEmpty, !findings.contains(where: { $0.location?.pointer == slot.pointer }) {
        report(PayloadFindings.imageIgnored, "image is read by no device", at: slot.place)
      }
      report(urlOf: slot, allowsHTTP: allowsHTTP)
    }
    spreadObstacle()
    reportCut(at: root)
  }

  /// Once when all who are addressed load it, else once for each platform that does.
  private mutating func report(urlOf slot: ImageSlot, allowsHTTP: Bool) {
    let isForAll = Set(slot.platforms).isSuperset(of: addressedPlatforms)
    let platforms: [String?] = isForAll || slot.platforms.isEmpty ? [nil] : slot.platforms
    for remark in ImageURLLint.remarks(on: slot.url, allowsHTTP: allowsHTTP) {
      var severity = remark.severity ?? remark.kind.severity
      if slot.role == .icon || slot.role == .badge { severity = min(severity, .warning) }
      if slot.platforms.isEmpty { severity = .note }
      for platform in platforms {
        report(
          Finding(
            remark.kind, remark.message, severity: severity, platform: platform, actual: remark.actual.map(Double.init),
            limit: remark.limit.map(Double.init), unit: remark.actual == nil ? nil : .bytes,
            location: Finding.Location(pointer: slot.pointer)))
      }
    }
  }
}
