/// What one client does with one picture of a notification.
public struct ClientOutcome: Sendable, Hashable {
  /// Whether the picture appears.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The picture appears.
    case shown
    /// The notification appears as plain text.
    case notShown = "not-shown"
    /// It depends on what cannot be known here: the version, the app, the network, or how Apple names the file.
    case atRisk = "at-risk"
  }

  /// The step of the client that decides.
  public enum Stage: String, Sendable, CaseIterable {
    /// Reading the payload.
    case payload
    /// Making a URL of the text.
    case url
    /// Loading what the URL names.
    case download
    /// Naming the file.
    case name
    /// Making a notification attachment of the file (iOS).
    case attach
    /// Making pixels of the bytes.
    case decode
  }

  /// `ClientSimulator.id`.
  public let client: String
  /// Whether the picture appears.
  public let outcome: Outcome
  /// The step that failed or is in doubt; nil when the picture appears.
  public let stage: Stage?
  /// The name under which the client writes the file, `*` for what changes with every run; nil where it writes none.
  public let fileName: String?
  /// The code of `UNErrorDomain` that iOS answers, where it does.
  public let unError: Int?
  /// What was found and what the client makes of it; lower case, no full stop. Nil when the picture appears.
  public let message: String?

  /// Writes the row of a preflight report.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("client", client)
      writer.member("outcome", outcome.rawValue)
      writer.member("stage", stage?.rawValue)
      writer.member("fileName", fileName)
      writer.member("unError", unError)
      writer.member("message", message)
    }
  }
}
