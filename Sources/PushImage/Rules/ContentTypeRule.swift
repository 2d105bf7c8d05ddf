public import PushImageFormats

/// The declared type against the bytes.
///
/// What weighs differently by platform is reported for each platform; the spelling is reported once.
public struct ContentTypeRule: Rule {
  private static let reference = "https://www.rfc-editor.org/rfc/rfc9110#section-8.3"
  private static let registry = "https://www.iana.org/assignments/media-types/media-types.xhtml"

  private static func kind(
    _ fault: String, _ severity: Finding.Severity, _ meaning: String, _ remedy: String, _ reference: String = reference
  ) -> Finding.Kind {
    Finding.Kind("content-type.\(fault)", severity, meaning: meaning, remedy: remedy, reference: reference)
  }

  private static let sendTrueType = "Send the Content-Type of what the bytes are."

  static let missing = kind(
    "missing", .warning, "clients that ask for an image type before they show a picture refuse this one", sendTrueType)
  static let malformed = kind(
    "malformed", .warning, "clients cannot read the declared type and treat it each in its own way", sendTrueType)
  static let mismatch = kind(
    "mismatch", .warning, "clients that name or decode the file by the declared type go wrong", sendTrueType)
  static let notAnImage = kind(
    "not-an-image", .warning, "clients that ask for an image type before they show a picture refuse this one",
    sendTrueType)
  static let generic = kind(
    "generic", .note, "the declared type says only that there are bytes, so clients fall back on the name",
    sendTrueType)
  static let alias = kind(
    "alias", .note, "the declared type is a spelling that is not registered, and strict clients do not know it",
    "Send the registered spelling.", registry)

  /// Makes the rule.
  public init() {}

  /// Six answers.
  public var findingKinds: [Finding.Kind] {
    [Self.missing, Self.malformed, Self.mismatch, Self.notAnImage, Self.generic, Self.alias]
  }

  /// The spelling.
  public func findings(for subject: Subject) -> [Finding] {
    guard case .type(let type) = subject.declaredType else { return [] }
    if type.isGeneric { return [Finding(Self.generic, "declared type is \(quoted(type.essence))")] }
    guard let format = subject.declaredType?.format, format.mediaTypeAliases.contains(type.essence) else { return [] }
    return [
      Finding(Self.alias, "declared type is \(quoted(type.essence)); the registered one is \(format.mediaType)")
    ]
  }

  /// A note on platforms that look at the bytes alone.
  public func demand(on platform: Platform) -> Demand? {
    Demand { picture in
      guard let declared = picture.subject.declaredType, let (kind, fact) = fault(declared, picture.subject) else {
        return
      }
      guard platform.ignoresContentType else {
        picture.findings.append(Finding(kind, fact, platform: platform.id))
        return
      }
      picture.findings.append(
        Finding(kind, "\(fact); \(platform.shortTitle) goes by the bytes", severity: .note, platform: platform.id))
    }
  }

  private func fault(_ declared: DeclaredType, _ subject: Subject) -> (Finding.Kind, String)? {
    switch declared {
    case .missing: return (Self.missing, "no type is declared")
    case .malformed(let field, let reason):
      return (Self.malformed, "declared type \(quoted(field)) is no media type: \(reason)")
    case .type(let type):
      if type.isGeneric { return nil }
      let fact = "declared type is \(quoted(type.essence))"
      if type.type != "image" { return (Self.notAnImage, fact) }
      guard let format = subject.format, declared.format != format else { return nil }
      return (Self.mismatch, "\(fact); the bytes are \(format.titleWithArticle)")
    }
  }
}
