/// What can be wrong inside the entropy-coded bytes of one scan.
enum ScanFault: Error, Hashable {
  /// The bytes end, or a marker stands, before the last block.
  case truncated
  /// Bits that no code of the table matches.
  case invalidCode
  /// A run leads past the last coefficient of the block or band.
  case coefficientOutOfRange
  /// A category that 8-bit JPEG does not have.
  case categoryOutOfRange
  /// A DC value outside what 8-bit samples can make.
  case dcOutOfRange
  /// A new coefficient in a refining scan that is not ±1.
  case refinementOutOfRange
  /// Whole bytes between the last block and the next marker.
  case extraneousBytes(Int)
  /// Another marker than the restart marker that is due.
  case restartMismatch
  /// A table in use whose codes do not fit their lengths.
  case illegalTable

  /// Lower case, without the scan's number.
  var inWords: String {
    switch self {
    case .truncated: "the data ends before the last block"
    case .invalidCode: "bits match no code of the Huffman table"
    case .coefficientOutOfRange: "a run leads past the last coefficient"
    case .categoryOutOfRange: "a coefficient has more bits than 8-bit samples can need"
    case .dcOutOfRange: "a DC value is larger than 8-bit samples can make"
    case .refinementOutOfRange: "a refining scan brings a coefficient that is not 1 or -1"
    case .extraneousBytes(let count): "\(counted(count, "byte")) after the last block"
    case .restartMismatch: "another marker stands where a restart marker is due"
    case .illegalTable: "the codes of a Huffman table do not fit their lengths"
    }
  }
}
