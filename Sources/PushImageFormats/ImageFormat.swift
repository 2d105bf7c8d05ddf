/// A file format by what its bytes are, never by its name.
///
/// An open set: the constants live in `ImageFormat+Known.swift`. Two formats are equal when their `name` is.
public struct ImageFormat: Sendable, Hashable {
  /// What a format is for; decides how a mismatch is explained.
  public enum Family: String, Sendable {
    case image, video, document, text, archive
  }

  /// Lower-case identifier used in reports: `jpeg`, `png`, `webp`, `html`.
  public let name: String
  /// How people write it, without an article: `JPEG`, `PNG`, `WebP`, `HTML page`.
  public let title: String
  /// What it is for.
  public let family: Family
  /// The registered media type, `image/jpeg`.
  public let mediaType: String
  /// Other spellings met in the wild, `image/jpg`; lower case.
  public let mediaTypeAliases: [String]
  /// Lower case, without the dot, canonical first.
  public let fileExtensions: [String]
  /// Apple's uniform type identifier, `public.jpeg`, where there is one.
  public let uniformTypeIdentifier: String?

  /// Makes a format; the first of `fileExtensions` is the canonical one and there must be at least one.
  public init(
    name: String, title: String, family: Family = .image, mediaType: String, mediaTypeAliases: [String] = [],
    fileExtensions: [String], uniformTypeIdentifier: String? = nil
  ) {
    precondition(!fileExtensions.isEmpty, "a format needs a canonical file extension")
    self.name = name
    self.title = title
    self.family = family
    self.mediaType = mediaType
    self.mediaTypeAliases = mediaTypeAliases
    self.fileExtensions = fileExtensions
    self.uniformTypeIdentifier = uniformTypeIdentifier
  }

  /// The extension to write: `jpg`, `png`, `gif`.
  public var fileExtension: String { fileExtensions[0] }

  /// Equal when the names are.
  public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
