import PushImage

/// What one requester got under a URL: facts only, the bytes are gone.
struct PictureAnswer: Sendable {
  let requester: Requester
  let hops: [FetchHop]
  let contentType: String?
  let contentDisposition: String?
  let declaredByteCount: Int?
  let failure: Delivery.Failure?
  let totalMilliseconds: Int
  /// The report of the body for every platform of the run; nil when no whole body came.
  let report: Report?
  let leadingBytes: [UInt8]

  init(requester: Requester, outcome: FetchOutcome, report: Report?) {
    let response = outcome.response
    self.requester = requester
    hops = outcome.hops
    contentType = response?.contentType
    contentDisposition = response?.headers.values(of: "content-disposition").last
    declaredByteCount = response?.declaredByteCount
    failure = outcome.findings.lazy.compactMap { Delivery.Failure($0.kind) }.first
    totalMilliseconds = outcome.totalMilliseconds
    self.report = report
    leadingBytes = response.map { Array($0.body.prefix(16)) } ?? []
  }

  /// What a device meets that asks like this requester.
  func delivery(of slot: ImageSlot, appAllowsPlainHTTP: Bool) -> Delivery {
    var delivery = Delivery(url: slot.url)
    delivery.fields = slot.deviceFields
    delivery.extensionObstacle = slot.extensionObstacle
    delivery.hops = hops.map { Delivery.Hop(url: $0.url, status: $0.status) }
    delivery.contentType = contentType
    delivery.contentDisposition = contentDisposition
    delivery.declaredByteCount = declaredByteCount
    delivery.failure = failure
    delivery.seconds = Double(totalMilliseconds) / 1_000
    delivery.appAllowsPlainHTTP = appAllowsPlainHTTP
    delivery.report = report
    delivery.leadingBytes = leadingBytes
    return delivery
  }

  func isDifferent(from other: PictureAnswer) -> Bool {
    if failure != other.failure || hops.last?.status != other.hops.last?.status { return true }
    let types = (contentType, other.contentType)
    return report?.sha256 != other.report?.sha256 || types.0 != types.1
  }

  /// `a WebP of 1,204 bytes`.
  var words: String {
    if let failure { return "nothing, because \(failure.rawValue)" }
    let status = hops.last?.status.map { $0 == 200 ? "" : " with status \($0)" } ?? ""
    guard let report else { return "nothing\(status)" }
    let what = report.format.map(\.titleWithArticle) ?? "bytes of no known format"
    return "\(what) of \(counted(report.byteCount, "byte"))\(status)"
  }
}

extension Delivery.Failure {
  /// What a finding of the fetch means to a device; nil when bytes came all the same.
  init?(_ kind: Finding.Kind) {
    switch kind {
    case FetchFindings.urlMalformed: self = .urlMalformed
    case FetchFindings.nameNotResolved: self = .nameNotResolved
    case FetchFindings.connectionFailed: self = .unreachable
    case FetchFindings.tlsFailed: self = .tlsFailed
    case FetchFindings.timedOut: self = .timedOut
    case FetchFindings.tooManyRedirects: self = .tooManyRedirects
    case FetchFindings.bodyTruncated: self = .truncated
    case FetchFindings.bodyTooLarge: self = .tooLarge
    case FetchFindings.responseMalformed, FetchFindings.headersTooLarge: self = .malformed
    default: return nil
    }
  }
}
