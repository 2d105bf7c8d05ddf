/// One image descriptor with what belongs to it, as the structure walk found it.
struct GIFFrame: Sendable {
  /// Of the image descriptor.
  let byteOffset: Int
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  let isInterlaced: Bool
  /// Of the local palette, else the global one; nil when there is none.
  let colorCount: Int?
  /// Of the graphic control extension before the frame.
  let transparentIndex: Int?
  /// The number of bits of the palette indexes in the compressed data; 2 … 8 when it is legal.
  let codeSize: Int
  /// The data sub-blocks with their length bytes, without the terminator.
  let dataRange: Range<Int>
  /// Of the palette that `colorCount` counts.
  var paletteRange: Range<Int>?
  /// Of the graphic control extension before the frame.
  var control = GIFGraphicControl(delay: 0, transparentIndex: nil)

  /// Both sides come from 16-bit fields.
  var pixelCount: Int { width * height }

  static func isLegal(codeSize: Int) -> Bool { (2...8).contains(codeSize) }
}

/// What a graphic control extension says of the frame behind it.
struct GIFGraphicControl: Sendable {
  /// In hundredths of a second.
  let delay: Int
  let transparentIndex: Int?
  var disposal = GIFDisposal.none
}

/// What becomes of a frame's place before the next frame is drawn.
enum GIFDisposal: UInt8, Sendable {
  /// The frame stays.
  case none = 1
  /// Its rectangle becomes transparent.
  case background = 2
  /// What was there before comes back.
  case previous = 3

  /// From the three bits of the flags. 4 is what old encoders wrote for 3; other undefined values mean nothing.
  init(bits: UInt8) {
    switch bits {
    case 2: self = .background
    case 3, 4: self = .previous
    default: self = .none
    }
  }
}
