/// One colour of a palette: red, green, blue and opacity, 8 bits each, not premultiplied.
package struct PixelColor: Sendable, Hashable, RawRepresentable {
  /// Red in the lowest byte, then green, blue and opacity.
  package var rawValue: UInt32

  /// A colour by its four bytes.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A colour by its channels; opaque by default.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    rawValue = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  /// Nothing to be seen.
  package static let transparent = PixelColor(rawValue: 0)

  /// 0 to 255.
  package var red: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  /// 0 to 255.
  package var green: UInt8 { UInt8(truncatingIfNeeded: rawValue &>> 8) }
  /// 0 to 255.
  package var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue &>> 16) }
  /// Opacity, 0 to 255.
  package var alpha: UInt8 { UInt8(truncatingIfNeeded: rawValue &>> 24) }
}

extension Bitmap {
  /// Calls `body` with each pixel's colour, row by row.
  ///
  /// - Precondition: the layout is not CMYK, whose colours only a profile tells.
  package func forEachColor(_ body: (PixelColor) -> Void) {
    precondition(layout != .cmyk, "inks are no colours of a palette")
    let bytes = bytes.span
    switch layout {
    case .gray:
      for offset in 0..<bytes.count {
        let gray = UInt32(bytes[offset])
        body(PixelColor(rawValue: gray &* 0x01_0101 | 0xFF00_0000))
      }
    case .grayAlpha:
      for offset in stride(from: 0, to: bytes.count, by: 2) {
        body(PixelColor(rawValue: UInt32(bytes[offset]) &* 0x01_0101 | UInt32(bytes[offset &+ 1]) &<< 24))
      }
    case .rgb:
      for offset in stride(from: 0, to: bytes.count, by: 3) {
        body(PixelColor(red: bytes[offset], green: bytes[offset &+ 1], blue: bytes[offset &+ 2]))
      }
    case .rgba, .cmyk:
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        body(
          PixelColor(
            red: bytes[offset], green: bytes[offset &+ 1], blue: bytes[offset &+ 2], alpha: bytes[offset &+ 3]))
      }
    }
  }
}
