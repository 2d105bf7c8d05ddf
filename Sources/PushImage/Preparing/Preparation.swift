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
  /// File name to write, `stem.ext` with the canonical extension of what the bytes are; nil when rejected.
  ///
  /// Safe to join to a folder: no separator, no control character, at most 255 bytes, never `.` or `..`.
  public let fileName: String?
  /// The steps taken, in order, by their stable names: `rename`.
  public let steps: [String]
  /// Judges the output under its new name (the input when rejected); its `source` is the input's.
  public let report: Report

  /// The parts of `fileName`, for whoever has to tell namesakes apart; nil when rejected.
  package let outputName: OutputName?

  /// Nothing to write.
  package static func rejected(_ report: Report) -> Preparation {
    Preparation(action: .rejected, fileName: nil, steps: [], report: report, outputName: nil)
  }

  /// The candidate's bytes under `outputName`; `name` is what the input was called.
  static func output(_ outputName: OutputName, of name: String?, report: Report) -> Preparation {
    let isKept = outputName.fileName.utf8.elementsEqual((name ?? "").utf8)
    return Preparation(
      action: isKept ? .kept : .renamed, fileName: outputName.fileName, steps: isKept ? [] : ["rename"],
      report: report, outputName: outputName)
  }

  /// The same output under another name, given to it because its own was taken.
  package func renamed(to fileName: String) -> Preparation {
    guard let own = self.fileName, own != fileName else { return self }
    return Preparation(
      action: .renamed, fileName: fileName, steps: steps.contains("rename") ? steps : steps + ["rename"],
      report: report, outputName: outputName)
  }
}
