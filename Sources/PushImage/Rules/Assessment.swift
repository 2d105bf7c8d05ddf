public import PushImageFormats

/// One picture while its rules are asked: what is known of it, and what they have found so far.
///
/// A class, so that what is handed from rule to rule is one pointer and not the facts themselves.
public final class Assessment {
  /// What the rules look at.
  public let subject: Subject
  /// In the order they were found.
  public var findings: [Finding]

  /// Begins with what the bytes themselves told; default: nothing.
  public init(_ subject: Subject, findings: [Finding] = []) {
    self.subject = subject
    self.findings = findings
  }
}
