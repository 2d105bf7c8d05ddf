internal import PushImageFormats

/// The steps that iOS clients share: Foundation's URL and session, and the attachment at the end.
extension ClientWalk {
  /// The time of a notification service extension from which on its clients are at risk: nothing is published but
  /// "limited", and OneSignal documents 25 seconds.
  /// https://documentation.onesignal.com/docs/notification-images-not-showing
  private static let extensionSeconds = 25.0
  /// A download that is slow from here is slower on a phone; our own number.
  private static let slowSeconds = 5.0

  /// `NSURL(string:)`, and App Transport Security for what it names.
  mutating func makeURL(_ delivery: Delivery) throws(ClientRefusal) {
    guard !delivery.url.isEmpty else { throw ClientRefusal(.url, "URL is empty") }
    if delivery.failure == .urlMalformed { throw ClientRefusal(.url, Delivery.Failure.urlMalformed.rawValue) }
    if let scalar = delivery.url.unicodeScalars.first(where: Self.isForbiddenInURL) {
      doubt(.url, "URL holds \(Self.words(scalar)), and before iOS 17 that makes it no URL")
    }
    try refusePlainHTTP(delivery.url, delivery)
  }

  /// `URLSession` with the defaults: follows redirects, looks at no status, and needs the whole body.
  mutating func loadWithSession(_ delivery: Delivery, maxSeconds: Double? = nil) throws(ClientRefusal) {
    for hop in delivery.hops.dropFirst() { try refusePlainHTTP(hop.url, delivery, stage: .download) }
    if let failure = delivery.failure { throw ClientRefusal(.download, failure.rawValue) }
    guard delivery.report != nil else { throw ClientRefusal(.download, "no answer came") }
    let limit = maxSeconds ?? Self.extensionSeconds
    let seconds = rounded(delivery.seconds)
    if delivery.seconds > limit {
      throw ClientRefusal(.download, "download took \(seconds) s; the client waits \(rounded(limit))")
    }
    if delivery.seconds > Self.slowSeconds {
      doubt(.download, "download took \(seconds) s here, and phones have slower networks")
    }
  }

  /// `UNNotificationAttachment`: the type by hint or extension, the size, and bytes that are a picture.
  /// https://developer.apple.com/documentation/usernotifications/unnotificationattachment
  mutating func attach(_ delivery: Delivery, hint: String? = nil) throws(ClientRefusal) {
    let fileExtension = fileName.flatMap { FileName.splitExtension($0).fileExtension }
    if let hint {
      // A media type is no uniform type identifier: the hint is not understood and the extension does not count.
      guard Self.pictureTypes.contains(hint) else {
        throw ClientRefusal(.attach, "type hint \(quoted(hint)) is no picture's type", unError: 101)
      }
    } else {
      try recognize(fileExtension)
    }
    try weigh(delivery)
    try decode(delivery, formats: ["jpeg", "png", "gif"], stage: .attach, unError: 105)
  }

  private func recognize(_ fileExtension: String?) throws(ClientRefusal) {
    guard let fileExtension else {
      throw ClientRefusal(
        .attach, "file \(shownName) has no extension; iOS takes .jpg, .jpeg, .png, .gif", unError: 101)
    }
    guard Self.pictureExtensions.contains(fileExtension.lowercased()) else {
      throw ClientRefusal(
        .attach, "file \(shownName) ends in \(quoted(".\(fileExtension)")); iOS takes .jpg, .jpeg, .png, .gif",
        unError: 101)
    }
  }

  /// Apple prints "10 MB" and not which megabyte.
  private mutating func weigh(_ delivery: Delivery) throws(ClientRefusal) {
    guard let byteCount = delivery.report?.byteCount else { return }
    let size = "file is \(counted(byteCount, "byte"))"
    if byteCount > 10_485_760 {
      throw ClientRefusal(.attach, "\(size); iOS attachments may be at most 10,485,760", unError: 102)
    }
    if byteCount > 10_000_000 { doubt(.attach, "\(size); iOS may mean 10,000,000 by 10 MB") }
  }

  private var shownName: String { fileName.map { quoted($0) } ?? "without a name" }

  private static let pictureExtensions: Set<String> = ["jpg", "jpeg", "png", "gif"]
  private static let pictureTypes: Set<String> = ["public.jpeg", "public.png", "com.compuserve.gif"]

  /// `App Transport Security` refuses http unless the app's property list lets it through.
  private mutating func refusePlainHTTP(
    _ url: String, _ delivery: Delivery, stage: ClientOutcome.Stage = .url
  ) throws(ClientRefusal) {
    guard Delivery.scheme(of: url) == "http" else { return }
    guard delivery.appAllowsPlainHTTP else {
      let place = stage == .url ? "URL is http" : "a redirect leads to http"
      throw ClientRefusal(stage, "\(place), which iOS blocks unless the app opts out")
    }
    doubt(stage, "http is loaded only because the app opts out of App Transport Security")
  }

  /// What RFC 3986 lets stand nowhere in a URL.
  private static func isForbiddenInURL(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.value <= 0x20 || scalar.value == 0x7F || "\"<>\\^`{|}".unicodeScalars.contains(scalar)
  }

  private static func words(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x20: "a space"
    case 0..<0x20, 0x7F: "a control character"
    default: scalar.isASCII ? quoted(String(scalar)) : "a character that is not ASCII"
    }
  }
}

/// Seconds with one digit behind the point.
func rounded(_ seconds: Double) -> String {
  let tenths = Int((min(max(seconds, 0), 1e6) * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
