public import PushImage

/// What came of fetching one URL.
public struct FetchOutcome: Sendable {
  /// Every request that was made, in order; empty when the URL itself was refused.
  public internal(set) var hops: [FetchHop] = []
  /// The last answer, also one that is no success or not whole; nil when none came or it only pointed elsewhere.
  public internal(set) var response: FetchResponse?
  /// What is wrong with the URL and its server; nothing about the picture.
  public internal(set) var findings: [Finding] = []
  /// Name that a device gives the file: last component of the requested path, percent-encoding kept.
  ///
  /// Without a dot in it the query is kept too, since a name may hide there. Empty when the path ends in a slash; nil when the
  /// URL itself was refused.
  public internal(set) var fileName: String?
  /// From the first request to the last byte, redirects and name resolution included.
  public internal(set) var totalMilliseconds = 0

  /// The outcome of a fetcher of one's own.
  ///
  /// - Parameters:
  ///   - hops: every request in order, at least one when there is a response.
  ///   - response: the last answer; nil when none came.
  ///   - findings: what is wrong with the URL and its server; `FetchFindings` has the kinds.
  public init(
    hops: [FetchHop] = [], response: FetchResponse? = nil, findings: [Finding] = [], fileName: String? = nil,
    totalMilliseconds: Int = 0
  ) {
    self.hops = hops
    self.response = response
    self.findings = findings
    self.fileName = fileName
    self.totalMilliseconds = totalMilliseconds
  }

  /// The answer when there is a whole body of a success to check; nil when an error finding tells why not.
  public var image: FetchResponse? {
    findings.contains { $0.severity == .error } ? nil : response
  }
}
