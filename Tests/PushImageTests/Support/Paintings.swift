import PushImage
import PushImageFormats

/// Pictures that are painted by rule and encoded by the library's own coders.
enum Paintings {
  /// Soft colours with some grain, as a photograph has them; the same for the same numbers.
  static func photo(width: Int, height: Int, grain: Int = 24) -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    var noise: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let speck = Int(noise >> 24) % grain
        bytes.append(UInt8(x * 200 / width + speck))
        bytes.append(UInt8(y * 200 / height + speck))
        bytes.append(UInt8((x + y) * 200 / (width + height) + speck))
      }
    }
    return Bitmap(size: PixelSize(width: width, height: height), layout: .rgb, bytes: bytes)
  }

  static func jpeg(_ bitmap: Bitmap, quality: Int = 90) throws -> [UInt8] {
    try coder(.jpeg).encode(bitmap, EncodingRequest(quality: quality))
  }

  static func png(_ bitmap: Bitmap) throws -> [UInt8] { try coder(.png).encode(bitmap, EncodingRequest()) }

  static func decode(_ bytes: some Collection<UInt8>, _ format: ImageFormat) throws -> Bitmap {
    let bytes = Array(bytes)
    return try coder(format).decode(bytes.span, DecodingRequest(), limits: .default).bitmap
  }

  private static func coder(_ format: ImageFormat) throws -> any PictureCoder {
    guard let coder = ImageCodecs.coder(for: format) else { throw PushImageError(.undecodable, "no coder") }
    return coder
  }
}
