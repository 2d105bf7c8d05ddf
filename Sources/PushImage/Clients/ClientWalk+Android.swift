internal import PushImageFormats

/// The steps that Android clients share: `java.net.URL`, `HttpURLConnection` and `BitmapFactory`.
extension ClientWalk {
  /// What `BitmapFactory` decodes on every version in use.
  private static let everywhere: Set<String> = ["jpeg", "png", "gif", "bmp", "webp"]
  /// From which version on it decodes more.
  /// https://developer.android.com/media/platform/supported-formats
  private static let later = ["heic": "8.0", "avif": "14"]
  /// Bytes of a decoded picture that Android still draws, RecordingCanvas.
  private static let maxDecodedByteCount = 104_857_600

  /// `new URL(text)`, and the cleartext policy of apps that target Android 9 and later.
  /// https://developer.android.com/privacy-and-security/security-config#CleartextTrafficPermitted
  mutating func makeJavaURL(_ delivery: Delivery) throws(ClientRefusal) {
    if delivery.failure == .urlMalformed { throw ClientRefusal(.url, Delivery.Failure.urlMalformed.rawValue) }
    switch delivery.scheme {
    case "https": break
    case "http":
      guard delivery.appAllowsPlainHTTP else {
        throw ClientRefusal(.url, "URL is http, which Android 9 and later block unless the app allows it")
      }
      doubt(.url, "http is loaded only because the app allows clear text")
    case let scheme:
      throw ClientRefusal(.url, scheme.map { "scheme \(quoted($0)) is not loaded" } ?? "URL has no scheme")
    }
    if delivery.url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) {
      doubt(.url, "URL holds a space or a control character, which many servers refuse")
    }
  }

  /// `HttpURLConnection`: never follows a redirect between http and https, and throws for a status from 400 on.
  mutating func loadWithConnection(
    _ delivery: Delivery, maxSeconds: Double?, maxByteCount: Int? = nil
  ) throws(ClientRefusal) {
    try followRedirects(delivery)
    if let failure = delivery.failure, failure != .tooLarge { throw ClientRefusal(.download, failure.rawValue) }
    if let maxByteCount { try limit(delivery, maxByteCount: maxByteCount) }
    if let failure = delivery.failure { throw ClientRefusal(.download, failure.rawValue) }
    if let status = delivery.status, status >= 400 {
      throw ClientRefusal(.download, "server answers with status \(status)")
    }
    guard delivery.report != nil else { throw ClientRefusal(.download, "no answer came") }
    if let maxSeconds { try limit(delivery, maxSeconds: maxSeconds) }
  }

  /// `BitmapFactory.decodeByteArray`, at full size.
  mutating func decodeBitmap(_ delivery: Delivery) throws(ClientRefusal) {
    if let format = delivery.report?.format, let version = Self.later[format.name] {
      return doubt(.decode, "the bytes are \(format.titleWithArticle), which Android decodes from \(version) on")
    }
    if delivery.report?.format?.name == "webp" || delivery.report?.format?.name == "bmp" {
      return doubt(.decode, "the bytes are \(delivery.report?.format?.titleWithArticle ?? ""), which is not verified")
    }
    try decode(delivery, formats: Self.everywhere, stage: .decode)
    guard let info = delivery.report?.info else { return }
    if info.decodedByteCount > Self.maxDecodedByteCount {
      throw ClientRefusal(
        .decode,
        "picture of \(info.sizeText) pixels decodes to \(counted(info.decodedByteCount, "byte")); "
          + "Android draws at most \(Self.maxDecodedByteCount.grouped)")
    }
  }

  private func followRedirects(_ delivery: Delivery) throws(ClientRefusal) {
    for (from, to) in zip(delivery.hops, delivery.hops.dropFirst()) {
      let schemes = (Delivery.scheme(of: from.url), Delivery.scheme(of: to.url))
      if schemes.0 != schemes.1 {
        throw ClientRefusal(
          .download, "a redirect leads from \(schemes.0 ?? "") to \(schemes.1 ?? ""), which Android does not follow")
      }
    }
  }

  private func limit(_ delivery: Delivery, maxByteCount: Int) throws(ClientRefusal) {
    if let declared = delivery.declaredByteCount, declared > maxByteCount {
      throw ClientRefusal(
        .download, "Content-Length is \(declared.grouped); the client takes at most \(counted(maxByteCount, "byte"))")
    }
    if let byteCount = delivery.report?.byteCount, byteCount > maxByteCount {
      throw ClientRefusal(
        .download, "file is \(counted(byteCount, "byte")); the client takes at most \(maxByteCount.grouped)")
    }
  }

  /// Slow from 2 seconds on, our own number: networks of phones are slower than this one.
  private mutating func limit(_ delivery: Delivery, maxSeconds: Double) throws(ClientRefusal) {
    let seconds = rounded(delivery.seconds)
    if delivery.seconds > maxSeconds {
      throw ClientRefusal(.download, "download took \(seconds) s; the client waits \(rounded(maxSeconds))")
    }
    if delivery.seconds > 2 {
      doubt(
        .download, "download took \(seconds) s here; the client waits \(rounded(maxSeconds)) on the phone's network")
    }
  }
}
