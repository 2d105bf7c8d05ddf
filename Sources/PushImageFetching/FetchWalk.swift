import PushImage

/// One fetch on its way along the redirects.
struct FetchWalk {
  let policy: FetchPolicy
  private(set) var outcome = FetchOutcome()
  private var next: FetchTarget?
  private var spentMilliseconds = 0

  private let isCancelled: (@Sendable () -> Bool)?

  init(policy: FetchPolicy, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.policy = policy
    self.isCancelled = isCancelled
  }

  /// Judges the URL that was given.
  mutating func start(_ url: String) throws(PushImageError) {
    if let fault = FetchTarget.fault(of: url) { return find(FetchFindings.urlMalformed, "URL \(fault)") }
    let scheme = FetchTarget.scheme(of: url)
    guard accepts(scheme) else {
      let shown = scheme.map { "scheme is \($0)" } ?? "URL has no scheme"
      return find(FetchFindings.schemeUnsupported, "\(shown); pictures are fetched by https")
    }
    if scheme == "http" {
      find(FetchFindings.schemeUnsupported, "scheme is http; pictures are fetched by https", severity: .warning)
    }
    next = try target(url, against: nil)
    outcome.fileName = next?.fileName
  }

  /// Makes the next request; false when there is none left to make.
  mutating func step() throws(PushImageError) -> Bool {
    guard let target = next else { return false }
    next = nil
    let left = policy.timeoutMilliseconds - spentMilliseconds
    guard left > 0 else {
      outcome.findings.append(.timedOut("redirects took all of the time", policy))
      return false
    }
    let answer = try Curl.fetch(
      target.text, policy: policy, timeoutMilliseconds: left, isCancelled: isCancelled)
    spentMilliseconds += answer.totalMilliseconds
    record(answer, of: target)
    if let failure = Finding(failure: answer, host: target.host, policy: policy) {
      keepResponse(answer, at: target)
      outcome.findings.append(failure)
    } else {
      try finish(answer, at: target)
    }
    return next != nil
  }

  private mutating func record(_ answer: Curl.Answer, of target: FetchTarget) {
    outcome.hops.append(
      FetchHop(
        url: target.text, status: answer.httpStatus, address: answer.primaryAddress,
        connectMilliseconds: answer.connectMilliseconds, firstByteMilliseconds: answer.firstByteMilliseconds))
    noteAddress(answer, of: target)
  }

  /// A connection that only an allowance made possible, or one of several addresses that was refused.
  private mutating func noteAddress(_ answer: Curl.Answer, of target: FetchTarget) {
    if let address = answer.primaryAddress, let reason = AddressPolicy.publicOnly.refusal(of: address) {
      find(
        FetchFindings.addressNotPublic, "\(address) is let through; it is not public (\(reason))", severity: .note)
    }
    if answer.end != .addressRefused, let address = answer.refusedAddress, let reason = answer.refusal {
      find(
        FetchFindings.addressNotPublic, "\(target.host) also has the address \(address), not public (\(reason))",
        severity: .warning)
    }
  }

  /// A complete answer: the picture, an error page, or a pointer to somewhere else.
  private mutating func finish(_ answer: Curl.Answer, at target: FetchTarget) throws(PushImageError) {
    let status = answer.httpStatus ?? 0
    if FetchWalk.redirects.contains(status), let location = answer.headers.values(of: "location").last {
      return try follow(location, from: target)
    }
    keepResponse(answer, at: target)
    noteRedirects()
    guard FetchWalk.successes.contains(status) else {
      return find(FetchFindings.statusNotOK, "\(target.host) answers with status \(status); a picture comes with 200")
    }
  }

  /// With a body that is the picture. 203 is a 200 that a proxy changed; 206 was not asked for.
  private static let successes: Set<Int> = [200, 203]
  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  private mutating func keepResponse(_ answer: Curl.Answer, at target: FetchTarget) {
    guard let status = answer.httpStatus else { return }
    outcome.response = FetchResponse(
      status: status, headers: answer.headers, body: answer.body, isWhole: answer.end == .completed,
      declaredByteCount: answer.declaredByteCount, finalURL: target.text, primaryAddress: answer.primaryAddress,
      connectMilliseconds: answer.connectMilliseconds ?? 0,
      firstByteMilliseconds: answer.firstByteMilliseconds ?? 0)
  }

  // MARK: Redirects

  private mutating func follow(_ location: String, from target: FetchTarget) throws(PushImageError) {
    let count = outcome.hops.count
    let location = FetchTarget.encoded(location)
    guard count <= policy.maxRedirectCount else {
      return outcome.findings.append(
        Finding(
          FetchFindings.tooManyRedirects, "\(count) redirects; at most \(policy.maxRedirectCount) are followed",
          actual: Double(count), limit: Double(policy.maxRedirectCount)))
    }
    if let fault = FetchTarget.fault(of: location) {
      return find(FetchFindings.urlMalformed, "redirect \(count) leads to a URL that \(fault)")
    }
    let scheme = FetchTarget.scheme(of: location) ?? target.scheme
    guard accepts(scheme) else {
      let kind = scheme == "http" ? FetchFindings.redirectToHTTP : FetchFindings.schemeUnsupported
      return find(kind, "redirect \(count) leads to \(scheme); pictures are fetched by https")
    }
    if scheme == "http", target.scheme != "http" {
      find(FetchFindings.redirectToHTTP, "redirect \(count) leads from https to http", severity: .warning)
    }
    next = try self.target(location, against: target.text)
  }

  private mutating func noteRedirects() {
    let count = outcome.hops.count - 1
    guard count > 0, let last = outcome.hops.last else { return }
    find(
      FetchFindings.redirected, "\(count) \(count == 1 ? "redirect leads" : "redirects lead") to \(last.url.shortened)")
  }

  private mutating func find(_ kind: Finding.Kind, _ message: String, severity: Finding.Severity? = nil) {
    outcome.findings.append(Finding(kind, message, severity: severity))
  }

  // MARK: Judging URLs

  private func accepts(_ scheme: String?) -> Bool {
    scheme == "https" || scheme == "http" && policy.allowsPlainHTTP
  }

  /// The target of a URL; nil with a finding when it is none.
  private mutating func target(_ url: String, against base: String?) throws(PushImageError) -> FetchTarget? {
    switch try Curl.resolve(url, against: base) {
    case .success(let target): return target
    case .failure(let refusal):
      let place = base == nil ? "" : "redirect \(outcome.hops.count): "
      find(FetchFindings.urlMalformed, place + refusal.words)
    }
    return nil
  }
}
