public import PushImageFormats

/// What a picture tells of its maker besides its pixels.
public struct MetadataRule: Rule {
  private static let exif = "https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E"

  static let gps = Finding.Kind(
    "metadata.gps", .note, meaning: "everybody who gets the notification can read where the picture was taken",
    remedy: "Strip the picture's metadata.", reference: exif)
  static let privateData = Finding.Kind(
    "metadata.private", .note,
    meaning: "metadata costs bytes on every device and may tell names, dates, cameras and editing steps",
    remedy: "Strip the picture's metadata.", reference: exif)
  static let thumbnail = Finding.Kind(
    "metadata.thumbnail", .note,
    meaning: "an embedded thumbnail costs bytes and may still show what was cropped from the picture",
    remedy: "Strip the picture's metadata.", reference: exif)

  /// Makes the rule.
  public init() {}

  /// Position, anything else, and small copies.
  public var findingKinds: [Finding.Kind] { [Self.gps, Self.privateData, Self.thumbnail] }

  /// One note for each that applies.
  public func findings(for subject: Subject) -> [Finding] {
    guard let info = subject.info else { return [] }
    var findings: [Finding] = []
    if info.hasGPS { findings.append(Finding(Self.gps, "metadata holds a GPS position")) }
    if info.metadataByteCount > 0 {
      findings.append(
        Finding(
          Self.privateData, "metadata takes \(counted(info.metadataByteCount, "byte"))",
          actual: Double(info.metadataByteCount), unit: .bytes))
    }
    if info.thumbnailCount > 0 {
      findings.append(Finding(Self.thumbnail, "metadata holds \(counted(info.thumbnailCount, "thumbnail"))"))
    }
    return findings
  }
}
