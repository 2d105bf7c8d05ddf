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
  public func demand(on platform: Platform) -> Demand? {
    Demand { picture in
      guard let format = picture.subject.format, picture.subject.isImage else { return }
      switch platform.formats[format.name] {
      case nil:
        let taken = ImageFormats.all.filter { platform.formats[$0.name] == .accepted }.map(\.title)
        let fact = "file is \(format.titleWithArticle); \(platform.shortTitle) takes \(taken.joined(separator: ", "))"
        picture.findings.append(Finding(platform.unsupportedFormat, fact, platform: platform.id))
      case .dependsOnVersion(let versions):
        picture.findings.append(unverified(format.titleWithArticle, of: versions, on: platform))
      case .accepted:
        guard let coding = picture.subject.info?.unverifiedCoding else { return }
        picture.findings.append(unverified("a \(coding)", of: nil, on: platform))
      }
    }
  }

  private func unverified(_ what: String, of versions: String?, on platform: Platform) -> Finding {
    guard let kind = platform.unverifiedFormat else {
      let fact = "file is \(what); \(platform.shortTitle) does not take it"
      return Finding(platform.unsupportedFormat, fact, platform: platform.id)
    }
    let condition = versions ?? "on some devices at most"
    let fact = "file is \(what), which is not verified; \(platform.shortTitle) shows it \(condition)"
    return Finding(kind, fact, platform: platform.id)
  }
}
