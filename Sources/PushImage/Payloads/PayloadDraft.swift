package import PushImageFormats

/// What a reader has gathered so far.
package struct PayloadDraft {
  /// See `Payload.images`.
  package private(set) var images: [ImageSlot] = []
  /// See `Payload.findings`.
  package private(set) var findings: [Finding] = []
  /// See `Payload.addressedPlatforms`.
  package var addressedPlatforms: [String] = []
  /// See `ImageSlot.extensionObstacle`; holds for every picture that iOS loads.
  package var extensionObstacle: String?
  /// See `Payload.byteCount`; nil when the vendor counts nothing of its own.
  package var byteCount: Int?

  package init() {}

  /// Adds a finding about a place.
  package mutating func report(
    _ kind: Finding.Kind, _ message: String, at place: JSONPointer, severity: Finding.Severity? = nil,
    platform: String? = nil
  ) {
    findings.append(
      Finding(
        kind, message, severity: severity, platform: platform, location: Finding.Location(pointer: place.description)))
  }

  /// Adds a finding as it is.
  package mutating func report(_ finding: Finding) { findings.append(finding) }

  /// Adds a picture as it is.
  package mutating func add(_ slot: ImageSlot) { images.append(slot) }
}
