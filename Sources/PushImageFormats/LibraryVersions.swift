internal import CImageCodecs

/// The C libraries behind this build, for `pushimage version` and for bug reports.
public enum LibraryVersions {
  /// Name and version of each, in alphabetical order.
  ///
  /// libpng, nettle and zlib tell the version that is loaded; giflib, isa-l and libjpeg-turbo only that of their headers.
  public static var all: [(name: String, version: String)] {
    var versions = cimg_versions()
    unsafe cimg_versions(&versions)
    return [
      ("giflib", text(&versions.giflib)), ("isa-l", text(&versions.isal)),
      ("libjpeg-turbo", text(&versions.libjpeg_turbo)),
      ("libpng", text(&versions.libpng)), ("nettle", text(&versions.nettle)), ("zlib", text(&versions.zlib)),
    ]
  }

  /// The text of a fixed array of C characters, which Swift sees as a tuple.
  private static func text<Characters>(_ characters: inout Characters) -> String {
    unsafe withUnsafeBytes(of: &characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
