public import PushImageFormats

/// How a platform makes the type of a file out of its name and its declared type.
public struct Naming: Sendable, Hashable {
  /// Extensions that make a file a picture there; lower case, compared without case.
  public let imageExtensions: [String]
  /// Extensions that are taken for sound or movies; lower case.
  public let otherExtensions: [String]
  /// Media types that lend a name without extension one; lower case.
  public let lentExtensions: SmallTable<String, String>
  /// Reported for a name without an extension that no declared type lends one.
  public let extensionMissing: Finding.Kind
  /// Reported for an extension that is not a picture's there.
  public let extensionUnsupported: Finding.Kind
  /// Reported for a declared type that spoils a good extension.
  public let contentTypeMismatch: Finding.Kind

  /// The extension, lower case, under which the file is stored on the device; nil when it has none.
  ///
  /// Follows Darwin's `URLResponse.suggestedFilename`: an extension that does not fit the declared type gets that
  /// type's extension behind it (`a.jpg` as `image/webp` is stored as `a.jpg.webp`); a name without one is lent one.
  /// A type that says nothing or is not known changes nothing.
  func storedExtension(fileExtension: String?, declaredType: MediaType?) -> String? {
    guard let fileExtension else { return declaredType.flatMap { lentExtensions[$0.essence] } }
    guard let declaredType, !FileExtensions.fits(fileExtension, declaredType) else { return fileExtension.lowercased() }
    return FileExtensions.canonical(for: declaredType)
  }
}
