/// What the specification demands of one ancillary chunk type by its frame alone: place, number and length.
struct PNGAncillaryRule: Sendable {
  /// Table 7 of the specification: where a type may stand.
  enum Position {
    case anywhere, beforeImage, beforePalette, betweenPaletteAndImage
  }

  let position: Position
  let mayRepeat: Bool
  /// Legal lengths of the data; checked further by meaning where they depend on the header.
  let byteCounts: ClosedRange<Int>

  init(_ position: Position, _ byteCounts: ClosedRange<Int> = 0...Int.max, mayRepeat: Bool = false) {
    self.position = position
    self.byteCounts = byteCounts
    self.mayRepeat = mayRepeat
  }

  /// Nil for types that no published specification knows: nothing can be wrong with those.
  static func rule(for type: PNGChunkType) -> PNGAncillaryRule? { rules[type] }

  private static let rules: [PNGChunkType: PNGAncillaryRule] = [
    .transparency: PNGAncillaryRule(.betweenPaletteAndImage),
    .background: PNGAncillaryRule(.betweenPaletteAndImage),
    .histogram: PNGAncillaryRule(.betweenPaletteAndImage),
    .gamma: PNGAncillaryRule(.beforePalette, 4...4),
    PNGChunkType("cHRM"): PNGAncillaryRule(.beforePalette, 32...32),
    .standardColor: PNGAncillaryRule(.beforePalette, 1...1),
    .profile: PNGAncillaryRule(.beforePalette),
    .codingPoints: PNGAncillaryRule(.beforePalette, 4...4),
    PNGChunkType("mDCV"): PNGAncillaryRule(.beforePalette, 24...24),
    PNGChunkType("cLLI"): PNGAncillaryRule(.beforePalette, 8...8),
    .significantBits: PNGAncillaryRule(.beforePalette),
    PNGChunkType("pHYs"): PNGAncillaryRule(.beforeImage, 9...9),
    PNGChunkType("sPLT"): PNGAncillaryRule(.beforeImage, 3...Int.max, mayRepeat: true),
    PNGChunkType("tIME"): PNGAncillaryRule(.anywhere, 7...7),
    .exif: PNGAncillaryRule(.anywhere),
    .text: PNGAncillaryRule(.anywhere, mayRepeat: true),
    .compressedText: PNGAncillaryRule(.anywhere, mayRepeat: true),
    .internationalText: PNGAncillaryRule(.anywhere, mayRepeat: true),
    PNGChunkType("oFFs"): PNGAncillaryRule(.beforeImage, 9...9),
    PNGChunkType("sCAL"): PNGAncillaryRule(.beforeImage, 4...Int.max),
    PNGChunkType("pCAL"): PNGAncillaryRule(.beforeImage, 13...Int.max),
    PNGChunkType("sTER"): PNGAncillaryRule(.beforeImage, 1...1),
  ]

  /// What is wrong with the frame of a chunk, to follow "… chunk".
  func faults(_ chunk: PNGChunk, place: PNGMetadata.Place, isFirst: Bool) -> [String] {
    var faults: [String] = []
    if !isFirst, !mayRepeat { faults.append("is there more than once") }
    if position != .anywhere, place.isAfterImage {
      faults.append("stands after the picture data")
    } else if position == .beforePalette, place.isAfterPalette {
      faults.append("stands after the palette")
    }
    if !byteCounts.contains(chunk.dataCount) {
      let due = byteCounts.count == 1 ? "\(byteCounts.lowerBound)" : "at least \(byteCounts.lowerBound)"
      faults.append("has \(counted(chunk.dataCount, "byte")); \(due) are due")
    }
    return faults
  }
}

extension PNGChunkType {
  static let transparency = PNGChunkType("tRNS")
  static let background = PNGChunkType("bKGD")
  static let histogram = PNGChunkType("hIST")
  static let gamma = PNGChunkType("gAMA")
  static let standardColor = PNGChunkType("sRGB")
  static let profile = PNGChunkType("iCCP")
  static let codingPoints = PNGChunkType("cICP")
  static let significantBits = PNGChunkType("sBIT")
  static let exif = PNGChunkType("eXIf")
  static let text = PNGChunkType("tEXt")
  static let compressedText = PNGChunkType("zTXt")
  static let internationalText = PNGChunkType("iTXt")
}
