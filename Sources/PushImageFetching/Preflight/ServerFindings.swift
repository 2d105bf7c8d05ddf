import PushImage

/// What an answer says of its server, beside whether there is a picture in it.
enum ServerFindings {
  /// The header fields of a success.
  static func findings(_ response: FetchResponse) -> [Finding] {
    var findings: [Finding] = []
    if response.declaredByteCount == nil {
      findings.append(Finding(FetchFindings.lengthMissing, "answer has no Content-Length"))
    }
    let caching = ["cache-control", "expires", "etag", "last-modified"]
    if caching.allSatisfy({ response.headers.values(of: $0).isEmpty }) {
      findings.append(
        Finding(
          FetchFindings.cachingMissing, "answer has none of Cache-Control, Expires, ETag and Last-Modified"))
    }
    if let field = varyingField(response) {
      findings.append(Finding(FetchFindings.varies, "answer varies by \(field)"))
    }
    let encodings = response.headers.values(of: "content-encoding").filter { $0.lowercased() != "identity" }
    if let encoding = encodings.first {
      findings.append(Finding(FetchFindings.encodingUnsupported, "answer is encoded as \(quoted(encoding))"))
    }
    return findings
  }

  /// The field by which programs could be told apart; `Accept-Encoding` changes no picture.
  private static func varyingField(_ response: FetchResponse) -> String? {
    let names = response.headers.values(of: "vary").flatMap { $0.split(separator: ",") }
    let wanted: Set<String> = ["accept", "user-agent", "*"]
    return names.map { $0.filter { $0 != " " && $0 != "\t" } }.first { wanted.contains($0.lowercased()) }
  }

  /// Whether a signed URL outlives the message.
  ///
  /// - Parameters:
  ///   - sendTime: seconds since 1970.
  ///   - lifetime: how long a message waits for its device, and whether somebody said so.
  static func expiry(_ url: String, sendTime: Int, lifetime: MessageLifetime) -> Finding? {
    guard let signed = SignedURL(url) else { return nil }
    let fact = "URL expires at \(Timestamp.iso8601(signed.expiry)) by \(signed.parameter)"
    if signed.expiry < sendTime {
      return Finding(
        FetchFindings.urlExpired, "\(fact); the message is sent at \(Timestamp.iso8601(sendTime))")
    }
    let end = sendTime + lifetime.seconds
    guard signed.expiry < end else { return nil }
    return Finding(
      FetchFindings.urlExpires,
      "\(fact); the message may wait until \(Timestamp.iso8601(end))\(lifetime.isAssumed ? ", the default" : "")",
      severity: lifetime.isAssumed ? .note : .warning)
  }

  /// Answers of the probes that are not the first answer.
  static func differences(_ first: PictureAnswer, _ probes: [PictureAnswer]) -> Finding? {
    let others = probes.filter { $0.isDifferent(from: first) }
    guard !others.isEmpty else { return nil }
    let words = others.map { "\($0.requester.id) gets \($0.words)" }.joined(separator: ", ")
    return Finding(FetchFindings.answersMismatch, "\(words); others get \(first.words)")
  }
}

/// How long a message waits for a device that is off.
public struct MessageLifetime: Sendable, Hashable {
  /// Seconds after sending.
  public let seconds: Int
  /// Whether nobody said so.
  let isAssumed: Bool

  /// Firebase's default of four weeks, https://firebase.google.com/docs/cloud-messaging/concept-options#ttl
  public static let assumed = MessageLifetime(seconds: 2_419_200, isAssumed: true)

  /// What the sender sets, in seconds; negative counts as 0.
  public init(seconds: Int) { self.init(seconds: max(0, seconds), isAssumed: false) }

  private init(seconds: Int, isAssumed: Bool) {
    self.seconds = seconds
    self.isAssumed = isAssumed
  }
}
