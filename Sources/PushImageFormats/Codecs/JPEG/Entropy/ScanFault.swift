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
  /// An end-of-band run that reaches past the last block of the scan or restart interval.
  case runPastEnd
  /// Whole bytes between the last block and the next marker.
  case extraneousBytes(Int)
  /// Another marker than the restart marker that is due.
  case restartMismatch
}
