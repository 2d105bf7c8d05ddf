/// The formats that this library verifies, in the order they are asked.
public enum ImageCodecs {
  /// One line per codec.
  public static let all: [any ImageCodec] = [
    PNGCodec(),
    JPEGCodec(),
    GIFCodec(),
  ]

  /// The codec of a format; nil for formats that are recognised but not verified.
  public static func codec(for format: ImageFormat) -> (any ImageCodec)? {
    // By index: going through the codecs themselves copies each.
    for index in all.indices where all[index].format == format { return all[index] }
    return nil
  }

  /// The codec of a format that can also change files of it.
  public static func coder(for format: ImageFormat) -> (any PictureCoder)? { codec(for: format) as? any PictureCoder }
}
