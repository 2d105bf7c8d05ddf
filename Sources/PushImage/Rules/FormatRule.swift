public import PushImageFormats

/// A platform shows the formats it names; what this library cannot verify it never calls accepted.
public struct FormatRule: Rule {
  /// Makes the rule.
  public init() {}

  /// The format's two answers.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    [platform.unsupportedFormat] + (platform.unverifiedFormat.map { [$0] } ?? [])
  }

  /// Says nothing of bytes that are no picture: that holds on every platform and is said once, of the file.
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let format = subject.format, subject.isImage else { return [] }
    switch platform.formats[format.name] {
    case nil:
      let taken = ImageFormats.all.filter { platform.formats[$0.name] == .accepted }.map(\.title)
      return [
        Finding(
          platform.unsupportedFormat,
          "file is \(format.titleWithArticle); \(platform.shortTitle) takes \(taken.joined(separator: ", "))",
          platform: platform.id)
      ]
    case .dependsOnVersion(let versions):
      return unverified(format.titleWithArticle, of: versions, on: platform)
    case .accepted:
      guard let coding = subject.info?.unverifiedCoding else { return [] }
      return unverified("a \(coding)", of: nil, on: platform)
    }
  }

  private func unverified(_ what: String, of versions: String?, on platform: Platform) -> [Finding] {
    guard let kind = platform.unverifiedFormat else {
      return [
        Finding(
          platform.unsupportedFormat, "file is \(what); \(platform.shortTitle) does not take it", platform: platform.id)
      ]
    }
    let condition = versions ?? "on some devices at most"
    return [
      Finding(
        kind, "file is \(what), which is not verified; \(platform.shortTitle) shows it \(condition)",
        platform: platform.id)
    ]
  }
}
