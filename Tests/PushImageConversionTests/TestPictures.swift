import Foundation
import PushImageFormats

/// The pictures that the recipes made, and what their pixels must be.
enum TestPictures {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestImages/foreign")

  /// The bytes of a file; throws when it is not there.
  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

  /// Names of the files with an extension, sorted.
  static func names(_ fileExtension: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.hasSuffix("." + fileExtension) }.sorted()
  }

  /// The size of most of them.
  static let size = PixelSize(width: 13, height: 7)

  /// One value a pixel and channel, row by row from the top.
  static func pixels(width: Int = 13, height: Int = 7, _ pixel: (_ x: Int, _ y: Int) -> [Int]) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y).map { UInt8($0) } } }
  }

  static func color(_ x: Int, _ y: Int) -> [Int] { [x * 20, y * 40, x * y * 3] }

  static func alpha(_ x: Int, _ y: Int) -> Int { 255 - x * 10 - y * 5 }

  /// The colour of the place in a palette of `count` colours.
  static func palette(_ x: Int, _ y: Int, _ count: Int) -> [Int] {
    let index = (x + 2 * y) % count
    let ramp = index * 255 / max(count - 1, 1)
    return [ramp, 255 - ramp, index * 37 % 256]
  }

  static let rgb = pixels(color)
  static let rgba = pixels { x, y in color(x, y) + [alpha(x, y)] }

  /// The largest difference between two rows of bytes; 256 when they are not of one length.
  static func difference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard left.count == right.count else { return 256 }
    return zip(left, right).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

extension PictureDecoder {
  /// The pixels of one of the test pictures.
  func decode(
    _ name: String, _ request: DecodingRequest = DecodingRequest(), limits: Limits = .default
  ) throws -> Decoding {
    let bytes = try TestPictures.bytes(name)
    return try decode(bytes.span, request, limits: limits)
  }

  /// The code and the words with which it refuses one; nil when it does not.
  func refusal(
    _ name: String, _ request: DecodingRequest = DecodingRequest(), limits: Limits = .default
  ) throws -> PushImageError? {
    do {
      _ = try decode(name, request, limits: limits)
      return nil
    } catch let error as PushImageError {
      return error
    }
  }
}
