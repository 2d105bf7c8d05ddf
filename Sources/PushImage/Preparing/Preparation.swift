/// The outcome of `prepare` for one candidate: what to write under which name, or why not.
public struct Preparation: Sendable {
  /// The most that was done.
  public enum Action: String, Sendable {
    /// Bytes and name as they were.
    case kept
    /// The same bytes under the right extension.
    case renamed
    /// Nothing to write; the report's findings say why.
    case rejected
  }

  /// What was done.
  public let action: Action
  /// File name to write, `stem.ext` with the extension of what the bytes are; nil when rejected.
  public let fileName: String?
  /// The steps taken, in order, by their stable names: `rename`.
  public let steps: [String]
  /// Judges the output under its new name (the input when rejected); its `source` is the input's.
  public let report: Report
}
