/// The formats that can be told by their bytes, in the order in which lists show them.
public enum ImageFormats {
  /// One entry per format; the verified ones first.
  public static let all: [ImageFormat] = [
    .png, .jpeg, .gif,
    .webp, .avif, .heic, .jxl, .jp2, .bmp, .tiff, .ico, .cur, .svg, .psd, .pnm,
    .mp4, .mov, .webm, .mkv, .avi,
    .pdf, .html, .json, .xml,
    .zip, .gzip, .zstd,
  ]

  /// The format that a file extension promises; nil when it promises none of `all`.
  ///
  /// - Parameter fileExtension: without the dot, in any case: `jpg`, `JPEG`.
  public static func format(fileExtension: String) -> ImageFormat? {
    let wanted = fileExtension.lowercased()
    return all.first { $0.fileExtensions.contains(wanted) }
  }

  /// The format that a media type promises, aliases included; nil when it promises none of `all`.
  ///
  /// - Parameter mediaType: type and subtype only, without parameters, in any case: `image/jpg`.
  public static func format(mediaType: String) -> ImageFormat? {
    let wanted = mediaType.lowercased()
    return all.first { $0.mediaType == wanted || $0.mediaTypeAliases.contains(wanted) }
  }
}
