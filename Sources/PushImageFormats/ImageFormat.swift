/// A file format by what its bytes are, never by its name.
///
/// An open set: the constants live in `ImageFormat+Known.swift`. Two formats are equal when their `name` is.
public struct ImageFormat: Sendable, Hashable, CustomStringConvertible {
  /// What a format is for; decides how a mismatch is explained.
  public enum Family: String, Sendable {
    case image, video, document, text, archive
  }

  /// What is known of a format. Held by reference: a format is copied far more often than it is looked at.
  private final class Facts: Sendable {
    let name: String
    let title: String
    let family: Family
    let mediaType: String
    let mediaTypeAliases: [String]
    let fileExtensions: [String]
    let uniformTypeIdentifier: String?

    init(
      _ name: String, _ title: String, _ family: Family, _ mediaType: String, _ mediaTypeAliases: [String],
      _ fileExtensions: [String], _ uniformTypeIdentifier: String?
    ) {
      self.name = name
      self.title = title
      self.family = family
      self.mediaType = mediaType
      self.mediaTypeAliases = mediaTypeAliases
      self.fileExtensions = fileExtensions
      self.uniformTypeIdentifier = uniformTypeIdentifier
    }
  }

  private let facts: Facts

  /// Makes a format; the first of `fileExtensions` is the canonical one and there must be at least one.
  public init(
    name: String, title: String, family: Family = .image, mediaType: String, mediaTypeAliases: [String] = [],
    fileExtensions: [String], uniformTypeIdentifier: String? = nil
  ) {
    precondition(!fileExtensions.isEmpty, "a format needs a canonical file extension")
    facts = Facts(name, title, family, mediaType, mediaTypeAliases, fileExtensions, uniformTypeIdentifier)
  }

  /// Lower-case identifier used in reports: `jpeg`, `png`, `webp`, `html`.
  public var name: String { facts.name }
  /// How people write it, without an article: `JPEG`, `PNG`, `WebP`, `HTML page`.
  public var title: String { facts.title }
  /// What it is for.
  public var family: Family { facts.family }
  /// The registered media type, `image/jpeg`.
  public var mediaType: String { facts.mediaType }
  /// Other spellings met in the wild, `image/jpg`; lower case.
  public var mediaTypeAliases: [String] { facts.mediaTypeAliases }
  /// Lower case, without the dot, canonical first.
  public var fileExtensions: [String] { facts.fileExtensions }
  /// Apple's uniform type identifier, `public.jpeg`, where there is one.
  public var uniformTypeIdentifier: String? { facts.uniformTypeIdentifier }
  /// The extension to write: `jpg`, `png`, `gif`.
  public var fileExtension: String { fileExtensions[0] }

  /// The name.
  public var description: String { name }

  /// Equal when the names are.
  public static func == (left: ImageFormat, right: ImageFormat) -> Bool {
    left.facts === right.facts || left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
