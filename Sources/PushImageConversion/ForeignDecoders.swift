public import PushImageFormats

/// The decoders of formats that no platform takes as they are, in the order they are asked.
///
/// BMP is read by this library; WebP, TIFF, HEIC and AVIF by the formats' own libraries, each file in a process of its
/// own that can do nothing but answer (`ForeignLibrary`). The libraries are loaded on first use and need not be there.
public enum ForeignDecoders {
  /// One line per format.
  public static let all: [any PictureDecoder] = [
    WebPDecoder(),
    BMPDecoder(),
    TIFFDecoder(),
    HEIFDecoder(.heic),
    HEIFDecoder(.avif),
  ]

  /// The decoder of a format; nil for formats that are not converted: those of documents and films, SVG, JPEG XL.
  public static func decoder(for format: ImageFormat) -> (any PictureDecoder)? {
    all.first { $0.format == format }
  }
}
