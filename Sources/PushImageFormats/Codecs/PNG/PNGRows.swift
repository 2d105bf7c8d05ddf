/// What inflating the rows of a picture came to.
struct PNGRows: Sendable {
  /// Why the walk ended.
  enum End: Sendable, Equatable {
    /// The zlib stream is whole.
    case whole
    /// The zlib stream is illegal.
    case fault(InflateFault)
    /// The Adler-32 checksum does not match.
    case checksum
    /// The chunks end before the stream does.
    case cut
    /// A row begins with something else than 0…4.
    case illegalFilter
    /// There is so much behind the last row that the rest was not looked at.
    case excess
    case overTime
  }

  var end = End.cut
  /// Of the next byte to be read when the walk ended, from the start of the file.
  var byteOffset = 0
  /// Bytes of the chunks after the zlib stream.
  var trailingByteCount = 0
  private(set) var hasIndexOverPalette = false
  /// Whether only unfiltered rows can tell the palette indices.
  private(set) var hidesIndices = false
  private var rowCount = 0
  private var expectedRowCount = 0
  private var excessByteCount = 0
  private var filter: UInt8 = 0

  /// Takes over what the rows have shown.
  mutating func note(_ cursor: PNGRowCursor) {
    rowCount = cursor.rowCount
    expectedRowCount = cursor.expectedRowCount
    excessByteCount = cursor.excessByteCount
    filter = cursor.illegalFilter ?? 0
    hasIndexOverPalette = cursor.hasIndexOverPalette
    hidesIndices = cursor.hidesIndices
  }

  /// In words: what ended the walk, then what was left over.
  var faults: [(kind: Finding.Kind, message: String)] {
    var faults: [(Finding.Kind, String)] = []
    if let fault { faults.append(fault) }
    if excessByteCount > 0 {
      let count = counted(excessByteCount, "byte")
      faults.append((PNGFindings.trailingImageData, "picture data go on for \(count) or more after the last row"))
    }
    if trailingByteCount > 0 {
      let count = counted(trailingByteCount, "byte")
      faults.append((PNGFindings.trailingZlibBytes, "\(count) after the compressed picture in its chunks"))
    }
    return faults
  }

  private var isShort: Bool { rowCount < expectedRowCount }
  private var place: String { "after \(rowCount.grouped) of \(counted(expectedRowCount, "row"))" }

  private var fault: (Finding.Kind, String)? {
    switch end {
    case .fault(let fault):
      return (PNGFindings.malformedImageData, "picture data cannot be unpacked \(place): \(fault.inWords)")
    case .illegalFilter:
      return (PNGFindings.malformedFilter, "filter is \(filter) \(place); PNG knows 0 to 4 only")
    // A stream that ends early and has a wrong checksum as well is short in the first place.
    case .checksum where !isShort:
      return (PNGFindings.adlerMismatch, "picture data do not match their Adler-32 checksum")
    case .cut where !isShort:
      return (PNGFindings.adlerMismatch, "picture data end before their Adler-32 checksum")
    case .checksum, .cut: return (PNGFindings.truncatedImageData, "picture data end \(place)")
    case .whole where isShort: return (PNGFindings.truncatedImageData, "picture data end \(place)")
    case .whole, .excess, .overTime: return nil
    }
  }
}
