public import PushImageFormats

/// The name by itself and against the bytes, wherever the file goes.
public struct NameRule: Rule {
  private static let urls = "https://www.rfc-editor.org/rfc/rfc3986"
  private static let suggestedFilename =
    "https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename"
  private static let posix = "https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap03.html#tag_03_265"
  private static let windows = "https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file"

  private static func kind(
    _ fault: String, _ severity: Finding.Severity, _ meaning: String, _ remedy: String, _ reference: String
  ) -> Finding.Kind {
    Finding.Kind("file.\(fault)", severity, meaning: meaning, remedy: remedy, reference: reference)
  }

  private static let useTrueExtension = "Publish the file under a name that ends in its true extension."

  static let extensionMissing = kind(
    "extension-missing", .note, "the name does not say what the file is, so clients depend on the declared type",
    useTrueExtension, suggestedFilename)
  static let extensionUnknown = kind(
    "extension-unknown", .note, "the extension stands for no known format, so clients depend on the declared type",
    useTrueExtension, suggestedFilename)
  static let extensionMismatch = kind(
    "extension-mismatch", .note, "the extension stands for another format than the bytes", useTrueExtension,
    suggestedFilename)
  static let extensionUppercase = kind(
    "extension-uppercase", .note, "clients that compare extensions letter by letter do not know this one",
    "Write the extension in lower case.",
    "https://github.com/OneSignal/OneSignal-iOS-SDK/blob/main/iOS_SDK/OneSignalSDK/OneSignalExtension/OneSignalAttachmentHandler.m"
  )
  static let extensionDoubled = kind(
    "extension-doubled", .warning,
    "the name has two extensions of different formats, as when a server's type did not fit the first",
    useTrueExtension, suggestedFilename)
  static let extensionInQuery = kind(
    "extension-in-query", .warning, "the extension stands in the query of the URL, where most clients do not look",
    "Let the path of the URL end in the extension.", urls)
  static let percentEncoded = kind(
    "name-percent-encoded", .note, "clients differ in whether they decode the name before they store the file",
    "Use letters, digits, dots and dashes only.", urls)
  static let notNormalized = kind(
    "name-not-normalized", .note,
    "the name has another spelling that looks the same, and systems differ in which they keep",
    "Write the name in Unicode normalization form C.", "https://www.unicode.org/reports/tr15/")
  static let tooLong = kind(
    "name-too-long", .warning, "file systems of phones cannot store a file under this name",
    "Use a shorter name.", posix)
  static let malformed = kind(
    "name-malformed", .warning, "the name holds what no file name should, and systems cut, refuse or misread it",
    "Use letters, digits, dots and dashes only.", posix)
  static let leadingDash = kind(
    "name-leading-dash", .note, "command line tools take the name for an option",
    "Let the name begin with a letter or digit.",
    "https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap12.html")
  static let reserved = kind(
    "name-reserved", .note, "Windows opens a device in place of a file of this name", "Use another name.", windows)
  static let withoutStem = kind(
    "name-without-stem", .warning,
    "nothing stands in front of the dot, so that devices take the file for a hidden one without an extension",
    "Put a name in front of the extension.", suggestedFilename)

  /// Makes the rule.
  public init() {}

  /// The extension's, then the name's.
  public var findingKinds: [Finding.Kind] {
    [
      Self.extensionMissing, Self.extensionUnknown, Self.extensionMismatch, Self.extensionUppercase,
      Self.extensionDoubled, Self.extensionInQuery, Self.percentEncoded, Self.notNormalized, Self.tooLong,
      Self.malformed, Self.leadingDash, Self.reserved, Self.withoutStem,
    ]
  }

  /// Nothing for a candidate without a name.
  public func findings(for subject: Subject) -> [Finding] {
    guard let name = subject.name else { return [] }
    let findings = extensionFindings(name, subject.format)
    return name.defects.isEmpty ? findings : findings + name.defects.map { finding($0, of: name) }
  }

  private func extensionFindings(_ name: FileName, _ format: ImageFormat?) -> [Finding] {
    guard let found = name.fileExtension else {
      // A name that is all extension gets its own finding.
      if name.defects.contains(.withoutStem) { return [] }
      let missing = Finding(Self.extensionMissing, "name \(quoted(name.decoded)) has no extension")
      return [missing] + (name.queryExtension.map { [inQuery($0)] } ?? [])
    }
    var findings: [Finding] = []
    var shown: String { quoted(".\(found)") }
    if let format, format.fileExtensions.contains(found) {
      // Nearly every name: the extension is the format's own.
    } else if !FileExtensions.isKnown(found) {
      findings.append(Finding(Self.extensionUnknown, "name ends in \(shown), which no known format uses"))
      if let hidden = name.queryExtension { findings.append(inQuery(hidden)) }
    } else if let format, ImageFormats.format(fileExtension: found) != format {
      findings.append(
        Finding(Self.extensionMismatch, "name ends in \(shown); the bytes are \(format.titleWithArticle)"))
    }
    let isASCII = found.utf8.allSatisfy { $0 < 0x80 }
    let isUppercase =
      isASCII
      ? found.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      : found.unicodeScalars.contains(where: \.properties.isUppercase)
    if isUppercase {
      findings.append(Finding(Self.extensionUppercase, "name ends in \(shown), in upper case"))
    }
    if let inner = name.innerExtension, FileExtensions.isMedia(inner), !FileExtensions.areEquivalent(inner, found) {
      findings.append(Finding(Self.extensionDoubled, "name ends in \(quoted(".\(inner).\(found)"))"))
    }
    return findings
  }

  private func inQuery(_ hidden: String) -> Finding {
    Finding(Self.extensionInQuery, "extension \(quoted(".\(hidden)")) stands in the query and not in the path")
  }

  private func finding(_ defect: FileName.Defect, of name: FileName) -> Finding {
    switch defect {
    case .percentEncoded:
      Finding(Self.percentEncoded, "name \(quoted(name.component)) is \(quoted(name.decoded)) when decoded")
    case .notNormalized: Finding(Self.notNormalized, "name \(quoted(name.decoded)) is not in normalization form C")
    case .tooLong(let byteCount):
      Finding(
        Self.tooLong,
        "name is \(counted(byteCount, "byte")); file systems take at most \(FileName.Defect.maxByteCount)",
        actual: byteCount, limit: FileName.Defect.maxByteCount, unit: .bytes)
    case .malformed(let faults): Finding(Self.malformed, "name \(quoted(name.decoded)) \(faults)")
    case .leadingDash: Finding(Self.leadingDash, "name \(quoted(name.decoded)) begins with a dash")
    case .reserved(let device): Finding(Self.reserved, "name \(quoted(name.decoded)) is that of the device \(device)")
    case .withoutStem: Finding(Self.withoutStem, "name \(quoted(name.decoded)) is all extension")
    }
  }
}
