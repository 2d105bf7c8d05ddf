internal import PushImageFormats

/// One file to write.
public struct PreparedOutput: Sendable {
  /// The whole file: the candidate's own bytes, not copied, unless they had to change.
  public let bytes: any RandomAccessCollection<UInt8> & Sendable
  /// File name to write, with the canonical extension of what the bytes are.
  ///
  /// Safe to join to a folder: no separator, no control character, at most 255 bytes, never `.` or `..`.
  public private(set) var fileName: String
  /// `Platform.id`s of those that it is meant for.
  public let platforms: [String]
  /// The most that was done.
  public private(set) var action: Preparation.Action
  /// The steps taken, in order, by their stable names; see `PreparationSteps`.
  public private(set) var steps: [String]
  /// Judges the output under its name, on its platforms; its `source` is the input's.
  public let report: Report

  /// The parts of `fileName`, for whoever has to tell namesakes apart; nil for a name that only equal files share.
  package let outputName: OutputName?

  init(
    bytes: any RandomAccessCollection<UInt8> & Sendable, name: OutputName, platforms: [String],
    action: Preparation.Action, steps: [String], report: Report
  ) {
    self.bytes = bytes
    fileName = name.fileName
    self.platforms = platforms
    self.action = action
    self.steps = steps
    self.report = report
    outputName = name.isContentAddressed ? nil : name
  }

  /// The same output under another name, given to it because its own was taken.
  package func renamed(to fileName: String) -> PreparedOutput {
    guard self.fileName != fileName else { return self }
    var output = self
    output.fileName = fileName
    if action == .kept { output.action = .renamed }
    if !steps.contains(RenameStep.name) { output.steps.append(RenameStep.name) }
    return output
  }
}

/// Platforms that get no file, and why.
public struct PreparationRefusal: Sendable {
  /// `Platform.id`s.
  public let platforms: [String]
  /// The input's, judged on these platforms, with what stood in the way of a cure; its verdict is `rejected` or
  /// `undetermined`.
  public let report: Report
}
