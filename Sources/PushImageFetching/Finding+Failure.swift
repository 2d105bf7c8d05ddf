import PushImage

extension Finding {
  /// The finding of a request that came to nothing; nil for one that was completed.
  init?(failure answer: Curl.Answer, host: String, policy: FetchPolicy) {
    switch answer.end {
    case .completed: return nil
    case .nameNotResolved: self.init(FetchFindings.nameNotResolved, "\(host) has no address")
    case .addressRefused: self = .addressRefused(answer, host)
    case .connectionFailed:
      self.init(FetchFindings.connectionFailed, "no connection with \(host): \(answer.message)")
    case .tlsFailed: self.init(FetchFindings.tlsFailed, "no secure connection with \(host): \(answer.message)")
    case .timedOut: self = .timedOut(Self.stage(answer, host), policy)
    case .headersTooLarge: self = .headersTooLarge(policy)
    case .responseMalformed:
      self.init(FetchFindings.responseMalformed, "answer of \(host) is malformed: \(answer.message)")
    case .urlMalformed: self.init(FetchFindings.urlMalformed, "URL cannot be fetched: \(answer.message)")
    case .bodyTooLarge: self = .bodyTooLarge(answer, policy)
    case .bodyTruncated: self = .bodyTruncated(answer)
    }
  }

  /// The time is up; `stage` says how far it came.
  static func timedOut(_ stage: String, _ policy: FetchPolicy) -> Finding {
    let limit = policy.timeoutMilliseconds
    return Finding(
      FetchFindings.timedOut, "\(stage); at most \(limit.grouped) milliseconds are waited",
      limit: Double(limit), unit: .milliseconds)
  }

  private static func stage(_ answer: Curl.Answer, _ host: String) -> String {
    if answer.httpStatus != nil { return "\(host) did not send the whole body" }
    if answer.firstByteMilliseconds != nil { return "\(host) did not send the whole header" }
    return answer.connectMilliseconds == nil ? "\(host) was not reached" : "\(host) did not answer"
  }

  private static func addressRefused(_ answer: Curl.Answer, _ host: String) -> Finding {
    let address = answer.refusedAddress ?? ""
    let subject = address == host ? host : "\(host) has the address \(address), which"
    return Finding(FetchFindings.addressNotPublic, "\(subject) is not public (\(answer.refusal ?? "unknown"))")
  }

  private static func headersTooLarge(_ policy: FetchPolicy) -> Finding {
    let limit = policy.maxHeaderByteCount
    return Finding(
      FetchFindings.headersTooLarge, "header is over \(limit.grouped) bytes; at most \(limit.grouped) are read",
      limit: Double(limit), unit: .bytes)
  }

  private static func bodyTooLarge(_ answer: Curl.Answer, _ policy: FetchPolicy) -> Finding {
    let limit = policy.maxByteCount
    let declared = answer.declaredByteCount.flatMap { $0 > limit ? $0 : nil }
    let measured = declared.map { "body is declared as \($0.grouped) bytes" } ?? "body is over \(limit.grouped) bytes"
    return Finding(
      FetchFindings.bodyTooLarge, "\(measured); at most \(limit.grouped) are fetched",
      actual: declared.map { Double($0) }, limit: Double(limit), unit: .bytes)
  }

  private static func bodyTruncated(_ answer: Curl.Answer) -> Finding {
    let count = answer.body.count
    guard let declared = answer.declaredByteCount else {
      return Finding(FetchFindings.bodyTruncated, "body breaks off after \(count.grouped) bytes")
    }
    return Finding(
      FetchFindings.bodyTruncated, "body ends after \(count.grouped) bytes; \(declared.grouped) were declared",
      actual: count, limit: declared, unit: .bytes)
  }
}
