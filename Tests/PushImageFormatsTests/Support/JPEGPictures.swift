@testable import PushImageFormats

/// Pixels to code, and what may be asked of them afterwards.
enum JPEGPictures {
  /// Names of the segments that a picture without metadata has.
  static let plainSegmentNames: Set<String> = [
    "SOI", "APP0 JFIF", "APP1 Exif", "APP2 ICC", "APP14 Adobe", "DQT", "DHT", "DRI", "DAC", "SOF0", "SOF1", "SOF2",
    "SOF9", "SOF10", "SOS", "scan data", "EOI",
  ]

  /// Slopes, an edge and some grain, so that every coefficient has something to do.
  static func textured(_ width: Int, _ height: Int, _ layout: Bitmap.Layout = .rgb) -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * layout.channelCount)
    var state: UInt32 = 7
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let grain = Int(state >> 28)
        for channel in 0..<layout.channelCount {
          let slope = (x * (3 + channel) + y * 2) % 400
          bytes.append(UInt8(clamping: (slope < 200 ? slope : 400 - slope) + grain + (x > width / 2 ? 40 : 0)))
        }
      }
    }
    return Bitmap(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes)
  }

  /// The pixels as EXIF's orientation says they are to be shown.
  static func turned(_ bitmap: Bitmap, _ orientation: Int) -> Bitmap {
    let size = orientation >= 5 ? bitmap.size.transposed : bitmap.size
    let channels = bitmap.layout.channelCount
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (left, top) = (x, y)
        let (right, bottom) = (size.width - 1 - x, size.height - 1 - y)
        let (sourceX, sourceY) = [
          (left, top), (right, top), (right, bottom), (left, bottom), (top, left), (top, right), (bottom, right),
          (bottom, left),
        ][orientation - 1]
        let place = (sourceY * bitmap.size.width + sourceX) * channels
        bytes += bitmap.bytes[place..<place + channels]
      }
    }
    return Bitmap(size: size, layout: bitmap.layout, bytes: bytes)
  }

  /// A profile with a name of so many letters.
  static func profile(nameByteCount: Int) -> [UInt8] {
    ICCBuilder(tags: [("desc", ICCBuilder.text(String(repeating: "x", count: nameByteCount)))]).bytes
  }

  /// A TIFF structure that says nothing but an orientation.
  static func orientation(_ orientation: Int) -> [UInt8] {
    var builder = TIFFBuilder()
    builder.appendDirectory([TIFFBuilder.Entry(tag: 0x0112, value: orientation)])
    return builder.bytes
  }

  static func largestDifference(_ one: Bitmap, _ other: Bitmap) -> Int {
    zip(one.bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  static func meanDifference(_ one: Bitmap, _ other: Bitmap) -> Double {
    let sum = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return one.bytes.count == other.bytes.count ? Double(sum) / Double(one.bytes.count) : .infinity
  }
}
