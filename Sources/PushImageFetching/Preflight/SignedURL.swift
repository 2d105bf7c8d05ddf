import PushImage

/// Until when a signed URL works, by the query parameters of those who sign.
///
/// Read, never verified: whether the signature is right shows in the answer.
struct SignedURL: Sendable, Hashable {
  /// The parameter that says so, as written: `X-Amz-Expires`.
  let parameter: String
  /// Seconds since 1970, UTC.
  let expiry: Int

  /// Nil when the URL names no time, or one that cannot be read.
  init?(_ url: String) {
    let items = Self.queryItems(url)
    func value(_ name: String) -> String? { items.first { $0.name.lowercased() == name.lowercased() }?.value }
    for (start, length) in [("X-Amz-Date", "X-Amz-Expires"), ("X-Goog-Date", "X-Goog-Expires")] {
      // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
      guard let signed = value(start).flatMap(Timestamp.seconds(iso8601:)),
        let seconds = value(length).flatMap(Int.init),
        (0...1_000_000_000).contains(seconds)
      else { continue }
      self.init(parameter: length, expiry: signed + seconds)
      return
    }
    // Azure's shared access signature; only with its signature is `se` what it says.
    if value("sig") != nil, let expiry = value("se").flatMap(Timestamp.seconds(iso8601:)) {
      self.init(parameter: "se", expiry: expiry)
      return
    }
    for name in ["Expires", "exp"] {
      // CloudFront, S3 and Cloud Storage of the second version; tokens of other delivery networks.
      guard let seconds = value(name).flatMap(Int.init), Self.plausible.contains(seconds) else { continue }
      self.init(parameter: name, expiry: seconds)
      return
    }
    guard let found = Self.token(items) else { return nil }
    self = found
  }

  private init(parameter: String, expiry: Int) {
    self.parameter = parameter
    self.expiry = expiry
  }

  /// From 2001 to 2128: other numbers are no times.
  private static let plausible = 1_000_000_000...5_000_000_000

  /// `hdnts=exp=1732200000~acl=…~hmac=…`, the form of Akamai.
  private static func token(_ items: [(name: String, value: String)]) -> SignedURL? {
    for item in items {
      for part in item.value.split(separator: "~").prefix(20) where part.hasPrefix("exp=") {
        guard let seconds = Int(part.dropFirst(4)), plausible.contains(seconds) else { continue }
        return SignedURL(parameter: "exp", expiry: seconds)
      }
    }
    return nil
  }

  private static func queryItems(_ url: String) -> [(name: String, value: String)] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    return query.split(separator: "&").prefix(100).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
    }
  }

  private static func decoded(_ text: Substring) -> String { FileName("/\(text)").decoded }
}
