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
  public func findings(for subject: Subject, on platform: Platform) -> [Finding] {
    guard let naming = platform.naming, let name = subject.name, !isRightForRefusedBytes(name, subject, platform) else {
      return []
    }
    let declaredType = subject.declaredType?.specificType
    let stored = naming.storedExtension(fileExtension: name.fileExtension, declaredType: declaredType)
    if let stored, naming.imageExtensions.contains(stored) { return [] }
    let wanted = naming.imageExtensions.map { ".\($0)" }.joined(separator: ", ")
    guard let found = name.fileExtension else {
      return [
        Finding(
          naming.extensionMissing,
          "name \(quoted(name.decoded)) has no extension; \(platform.shortTitle) takes \(wanted)",
          platform: platform.id)
      ]
    }
    if naming.imageExtensions.contains(found.lowercased()), let declaredType {
      let storedName = quoted("\(name.decoded).\(stored ?? "")")
      return [
        Finding(
          naming.contentTypeMismatch,
          "name ends in \(quoted(".\(found)")) and is declared \(declaredType); "
            + "\(platform.shortTitle) stores it as \(storedName)",
          platform: platform.id)
      ]
    }
    let other = naming.otherExtensions.contains(found.lowercased()) ? ", which stands for sound or a movie" : ""
    return [
      Finding(
        naming.extensionUnsupported,
        "name ends in \(quoted(".\(found)"))\(other); \(platform.shortTitle) takes \(wanted)", platform: platform.id)
    ]
  }

  /// A WebP called `.webp` is refused for what it is; that its name is honest needs no second finding.
  private func isRightForRefusedBytes(_ name: FileName, _ subject: Subject, _ platform: Platform) -> Bool {
    guard let format = subject.format, platform.formats[format.name] == nil, let found = name.fileExtension else {
      return false
    }
    return ImageFormats.format(fileExtension: found) == format
  }
}
