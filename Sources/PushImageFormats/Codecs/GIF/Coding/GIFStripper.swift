/// Copies the blocks of a GIF that show anything.
///
/// Dropped: comments, XMP and other applications' blocks, plain text (no browser, phone or library draws it) with its
/// control extension, control extensions that another one replaces, and bytes behind the trailer. A missing trailer is
/// added.
enum GIFStripper {
  /// The file without what nobody sees; nil when that is all of it, or when its blocks are too many to list.
  ///
  /// - Precondition: `structure` is of `bytes`, without damage that ends the work.
  static func strip(_ bytes: Span<UInt8>, _ structure: GIFStructure, _ retention: Retention) -> [UInt8]? {
    var kept: [UInt8] = []
    var control: Range<Int>?
    func append(_ range: Range<Int>) {
      unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe kept.append(contentsOf: $0) }
    }
    for segment in structure.segmentList.segments {
      let range = segment.byteOffset..<segment.byteOffset + segment.byteCount
      switch segment.name {
      case "further blocks": return nil
      // Of several in a row the last one counts.
      case "graphic control extension": control = range.upperBound - 8..<range.upperBound
      case "plain text extension": control = nil
      case "application extension (loop)": if retention.keepsAnimation { append(range) }
      case "application extension (ICC)": if retention.keepsColorProfile { append(range) }
      case "image descriptor":
        if let control { append(control) }
        control = nil
        append(range)
      case "header", "global color table", "local color table": append(range)
      case "image data":
        append(range)
        guard retention.keepsAnimation else { return ended(kept, bytes) }
      default: break
      }
    }
    return ended(kept, bytes)
  }

  private static func ended(_ kept: [UInt8], _ bytes: Span<UInt8>) -> [UInt8]? {
    let isWhole = kept.count + 1 == bytes.count && bytes[kept.count] == 0x3B
    return isWhole ? nil : kept + [0x3B]
  }

  /// The blocks of the colour profile as they are.
  static func colorProfile(_ bytes: Span<UInt8>, _ structure: GIFStructure) -> [UInt8] {
    var kept: [UInt8] = []
    for segment in structure.segmentList.segments where segment.name == "application extension (ICC)" {
      let block = bytes.extracting(segment.byteOffset..<segment.byteOffset + segment.byteCount)
      unsafe block.withUnsafeBufferPointer { unsafe kept.append(contentsOf: $0) }
    }
    return kept
  }
}
