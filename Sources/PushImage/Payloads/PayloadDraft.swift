package import PushImageFormats

/// What a reader has gathered so far.
package struct PayloadDraft {
  /// See `Payload.images`.
  package private(set) var images: [ImageSlot] = []
  /// Whether there was more than is kept.
  private(set) var isCut = false
  /// Pictures and findings that are kept of one payload, each.
  static let maxCount = 1_000
  /// See `Payload.findings`.
  package private(set) var findings: [Finding] = []
  /// See `Payload.addressedPlatforms`.
  package var addressedPlatforms: [String] = []
  /// See `ImageSlot.extensionObstacle`; holds for every picture that iOS loads.
  package var extensionObstacle: String?
  /// What iOS asks of the payload; looked at when all pictures are known, if one of them is for iOS.
  var appleLint: AppleLint?
  /// See `Payload.byteCount`; nil when the vendor counts nothing of its own.
  package var byteCount: Int?

  package init() {}

  /// Adds a finding about a place.
  package mutating func report(
    _ kind: Finding.Kind, _ message: String, at place: JSONPointer, severity: Finding.Severity? = nil,
    platform: String? = nil
  ) {
    report(
      Finding(
        kind, message, severity: severity, platform: platform, location: Finding.Location(pointer: place.description)))
  }

  /// Adds a finding as it is.
  package mutating func report(_ finding: Finding) {
    if findings.count >= Self.maxCount {
      isCut = true
    } else {
      findings.append(finding)
    }
  }

  /// Says at the end that there was more.
  mutating func reportCut(at place: JSONPointer) {
    guard isCut else { return }
    findings.append(
      Finding(
        PayloadFindings.tooLarge,
        "payload has more than \(Self.maxCount.grouped) pictures or faults; the rest was not read",
        location: Finding.Location(pointer: place.description)))
  }

  // MARK: Pictures

  /// Adds the picture at a place, or says why there is none. Null and empty text are `payload.image-empty`.
  ///
  /// Whatever iOS attaches also goes through the client `attachment`.
  /// - Returns: whether there is something at the place that is not empty, which hides what stands behind it.
  @discardableResult
  package mutating func addImage(
    _ node: JSONNode?, on platforms: [String], clients: [String] = [], role: ImageSlot.Role = .image,
    deviceFields: [String: String] = [:], notAString: Finding.Kind? = nil, hasFallback: Bool = false
  ) -> Bool {
    guard let node else { return false }
    // A picture that others stand in for, or that is only an icon, does not keep the notification from being shown.
    let severity: Finding.Severity? = hasFallback || role == .icon || role == .badge ? .warning : nil
    guard let url = node.value.string ?? (node.value.isNull ? "" : nil) else {
      let message = "image is \(node.value.kindName), not a string"
      report(
        notAString ?? PayloadFindings.imageNotAString, message, at: node.place, severity: severity,
        platform: platforms.count == 1 ? platforms[0] : nil)
      return true
    }
    if url.utf8.allSatisfy({ $0 == 0x20 }) {
      report(
        PayloadFindings.imageEmpty, node.value.isNull ? "image is null" : "image is empty text", at: node.place,
        severity: severity, platform: platforms.count == 1 ? platforms[0] : nil)
      return false
    }
    if images.count >= Self.maxCount {
      isCut = true
      return true
    }
    let isAttached = platforms.contains("ios") && (role == .image || role == .media)
    images.append(
      ImageSlot(
        place: node.place, url: url, platforms: platforms, clients: clients + (isAttached ? ["attachment"] : []),
        role: role, deviceFields: deviceFields))
    return true
  }

  /// Whether a picture for iOS was found, or looked for in vain.
  package var concernsExtension: Bool {
    images.contains { $0.platforms.contains("ios") } || findings.contains { $0.severity == .error }
  }

  /// Gives every picture for iOS what keeps its extension from starting.
  package mutating func spreadObstacle() {
    guard let extensionObstacle else { return }
    for index in images.indices where images[index].platforms.contains("ios") {
      images[index].extensionObstacle = extensionObstacle
    }
  }
}
