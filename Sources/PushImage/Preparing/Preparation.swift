/// The outcome of `prepare` for one candidate: the files to write, or why there are none.
public struct Preparation: Sendable {
  /// What was done to make one file.
  public enum Action: String, Sendable, CaseIterable {
    /// Bytes and name as they were.
    case kept
    /// The same bytes under the right name.
    case renamed
    /// Other bytes, the very same pixels: stripped or coded anew without loss, turned included.
    case optimized
    /// Other pixels: converted, scaled, cut, compressed or repaired.
    case reencoded
    /// Nothing to write; the report's findings say why.
    case rejected
  }

  /// The input as it was given, judged on all platforms.
  public let input: Report
  /// Files to write: one when one serves all platforms, else one for each platform, in the order asked for.
  public let outputs: [PreparedOutput]
  /// Platforms that get nothing; nil when every platform has a file.
  public let refusal: PreparationRefusal?

  /// Of the first output; `rejected` when there is none.
  public var action: Action { outputs.first?.action ?? .rejected }
  /// Of the first output; nil when there is none.
  public var fileName: String? { outputs.first?.fileName }
  /// Of the first output.
  public var steps: [String] { outputs.first?.steps ?? [] }
  /// Of the first output, or of the input when there is none.
  public var report: Report { outputs.first?.report ?? refusal?.report ?? input }
  /// Whether every platform has a file.
  public var isComplete: Bool { refusal == nil }

  /// Nothing to write on any of `platforms`.
  package static func rejected(_ report: Report, platforms: [String]) -> Preparation {
    Preparation(input: report, outputs: [], refusal: PreparationRefusal(platforms: platforms, report: report))
  }
}
