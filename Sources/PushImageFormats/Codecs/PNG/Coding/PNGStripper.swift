/// Chooses the chunks of a file that stay: those that the picture is made of, and those that `Retention` names.
struct PNGStripper {
  private let chunks: [PNGChunk]
  private let orientation: Int
  private let retention: Retention
  /// The tRNS chunk's data as readers take them; empty for none.
  private let transparency: [UInt8]
  /// Chunks that the walk over an earlier result found something wrong with.
  private var refused: Set<PNGChunkType> = []

  /// How numbers become colours; at most one chunk of each type.
  static let colorTypes: [PNGChunkType] = [
    .codingPoints, .profile, .standardColor, .gamma, PNGChunkType("cHRM"), .significantBits, PNGChunkType("mDCV"),
    PNGChunkType("cLLI"),
  ]
  static let density = PNGChunkType("pHYs")
  private static let animationTypes = [PNGAnimation.control, PNGAnimation.frameControl, PNGAnimation.frameData]

  init(_ bytes: Span<UInt8>, _ source: PNGSource, retention: Retention, limits: Limits) {
    self.retention = retention
    transparency = PNGTransparency.bytes(source.palette, source.key, isGray: source.header.isGray)
    var structure = PNGStructure(limits: PNGLimits(limits, isTimed: false))
    structure.walk(bytes)
    orientation = structure.info?.orientation ?? 1
    var seen: Set<PNGChunkType> = []
    chunks = source.chunks.chunks.filter { chunk in
      switch chunk.type {
      case .header, .imageData: return true
      case .palette: guard source.header.isIndexed else { return false }
      case Self.density: guard !Self.isSquare(chunk, bytes) else { return false }
      case let type where Self.colorTypes.contains(type): guard retention.keepsColorProfile else { return false }
      case let type where Self.animationTypes.contains(type):
        return retention.keepsAnimation && PNGChunkList.isSound(chunk, bytes)
      default: return false
      }
      // The first of its type counts.
      return PNGChunkList.isSound(chunk, bytes) && seen.insert(chunk.type).inserted
    }
  }

  /// Equal density in both directions changes nothing.
  private static func isSquare(_ chunk: PNGChunk, _ bytes: Span<UInt8>) -> Bool {
    bytes.bigEndian32(at: chunk.dataOffset) == bytes.bigEndian32(at: chunk.dataOffset + 4)
  }

  /// The file of what stays. Chunks of which a walk over the result complains go as well, so that it is sound.
  mutating func strip(_ bytes: Span<UInt8>, limits: Limits) -> [UInt8] {
    while true {
      let (result, places) = write(bytes)
      var structure = PNGStructure(limits: PNGLimits(limits, isTimed: false))
      structure.walk(result.span)
      let offsets = structure.findings.findings.compactMap(\.location?.byteOffset)
      var complaints = Set(offsets.compactMap { places[$0] })
      if structure.findings.contains(PNGFindings.malformedAnimation) { complaints.formUnion(Self.animationTypes) }
      // Each round refuses another type, of which there are few.
      guard !complaints.isSubset(of: refused) else { return result }
      refused.formUnion(complaints)
    }
  }

  /// Ancillary chunks that stay, in the order of the file; complete only after `strip`.
  func ancillary(_ isWanted: (PNGChunk) -> Bool) -> [PNGChunk] {
    chunks.filter { !$0.type.isCritical && !refused.contains($0.type) && isWanted($0) }
  }

  /// The EXIF orientation that is written again; 1 for none.
  var keptOrientation: Int { retention.keepsOrientation ? orientation : 1 }

  /// The file, and where in it each ancillary chunk stands.
  private func write(_ bytes: Span<UInt8>) -> (bytes: [UInt8], places: [Int: PNGChunkType]) {
    var writer = PNGWriter()
    var places: [Int: PNGChunkType] = [:]
    var isBeforeImage = true
    for chunk in chunks where !refused.contains(chunk.type) {
      if chunk.type == .imageData, isBeforeImage {
        if !transparency.isEmpty { writer.append(.transparency, transparency) }
        if keptOrientation != 1 { writer.append(.exif, Self.exif(orientation)) }
        isBeforeImage = false
      }
      if !chunk.type.isCritical { places[writer.bytes.count] = chunk.type }
      writer.append(bytes.extracting(chunk.range))
    }
    writer.append(.end)
    return (writer.bytes, places)
  }

  /// A TIFF structure of one entry, the orientation.
  static func exif(_ orientation: Int) -> [UInt8] {
    [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0, 0]
  }
}
