/// What the beginning of a file tells: no pixel was read.
public struct HeaderReading: Sendable {
  /// Facts of the header; nil when it is damaged or was not reached.
  public var info: ImageInfo?
  /// What is wrong with the header, and limits that it is over.
  public var findings: [Finding]

  /// Gathers what was found.
  public init(info: ImageInfo?, findings: [Finding]) {
    self.info = info
    self.findings = findings
  }
}
