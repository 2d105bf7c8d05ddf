public import PushImageFormats

extension LibraryVersions {
  /// The libraries that convert foreign formats, in alphabetical order; nil for one that is not installed. Loads them.
  public static var conversion: [(name: String, version: String?)] {
    [
      ("libheif", ForeignLibrary.heif.version), ("libtiff", ForeignLibrary.tiff.version),
      ("libwebp", ForeignLibrary.webp.version),
    ]
  }
}
