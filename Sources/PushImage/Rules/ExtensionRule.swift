public import PushImageFormats

/// The extension on platforms that make a file's type out of it, with the declared type's part in the name.
public struct ExtensionRule: Rule {
  /// Makes the rule.
  public init() {}

  /// Those of the platform's naming.
  public func findingKinds(on platform: Platform) -> [Finding.Kind] {
    guard let naming = platform.naming else { return [] }
    return [naming.extensionMissing, naming.extensionUnsupported, naming.contentTypeMismatch]
  }

  /// A picture of one supported format under the extension of another is shown, so it is no finding here.
  public func demand(on platform: Platform) -> Demand? {
    guard let naming = platform.naming else { return nil }
    let imageExtensions = naming.imageExtensions
    return Demand { picture in
      guard let name = picture.subject.name else { return }
      // Nearly every name: nothing is declared that could spoil a good extension.
      if picture.subject.declaredType == nil, let found = name.fileExtension, imageExtensions.contains(found) { return }
      guard !isRightForRefusedBytes(name, picture.subject, platform) else { return }
      if let finding = finding(name, picture.subject.declaredType?.specificType, naming, platform) {
        picture.findings.append(finding)
      }
    }
  }

  private func finding(
    _ name: FileName, _ declaredType: MediaType?, _ naming: Naming, _ platform: Platform
  ) -> Finding? {
    let stored = naming.storedExtension(fileExtension: name.fileExtension, declaredType: declaredType)
    if let stored, naming.imageExtensions.contains(stored) { return nil }
    let wanted = naming.imageExtensions.map { ".\($0)" }.joined(separator: ", ")
    guard let found = name.fileExtension else {
      let fact = "name \(quoted(name.decoded)) has no extension; \(platform.shortTitle) takes \(wanted)"
      return Finding(naming.extensionMissing, fact, platform: platform.id)
    }
    if naming.imageExtensions.contains(found.lowercased()), let declaredType {
      let storedName = quoted("\(name.decoded).\(stored ?? "")")
      let fact =
        "name ends in \(quoted(".\(found)")) and is declared \(declaredType); "
        + "\(platform.shortTitle) stores it as \(storedName)"
      return Finding(naming.contentTypeMismatch, fact, platform: platform.id)
    }
    let other = naming.otherExtensions.contains(found.lowercased()) ? ", which stands for sound or a movie" : ""
    let fact = "name ends in \(quoted(".\(found)"))\(other); \(platform.shortTitle) takes \(wanted)"
    return Finding(naming.extensionUnsupported, fact, platform: platform.id)
  }

  /// A WebP called `.webp` is refused for what it is; that its name is honest needs no second finding.
  private func isRightForRefusedBytes(_ name: FileName, _ subject: Subject, _ platform: Platform) -> Bool {
    guard let format = subject.format, !platform.takes(format), let found = name.fileExtension else {
      return false
    }
    return ImageFormats.format(fileExtension: found) == format
  }
}
