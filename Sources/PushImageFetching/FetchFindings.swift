public import PushImage

/// What can be wrong with a URL and the server behind it. Errors leave the picture undetermined: nobody saw it.
public enum FetchFindings {
  /// Every kind of this owner.
  public static let findingKinds: [Finding.Kind] = [
    urlMalformed, schemeUnsupported, nameNotResolved, addressNotPublic, connectionFailed, tlsFailed, timedOut,
    tooManyRedirects, redirectToHTTP, redirected, statusNotOK, headersTooLarge, responseMalformed, bodyTooLarge,
    bodyTruncated, urlExpired, urlExpires, lengthMissing, cachingMissing, varies, answersMismatch,
    encodingUnsupported, contentChanged,
  ]

  private static func rfc(_ place: String) -> String { "https://www.rfc-editor.org/rfc/rfc\(place)" }

  private static func error(_ id: String, _ meaning: String, _ remedy: String, _ reference: String) -> Finding.Kind {
    Finding.Kind(
      id, .error, integrity: .undetermined, meaning: meaning, remedy: remedy, reference: reference)
  }

  package static let urlMalformed = error(
    "fetch.url-malformed", "the URL is not one, so no device requests anything",
    "Percent-encode spaces and special characters, and put no user name into the URL.", rfc("3986"))
  package static let schemeUnsupported = error(
    "fetch.scheme-unsupported", "iOS and Android fetch notification pictures by https only unless the app opts out",
    "Serve the picture by https.",
    "https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity")
  package static let nameNotResolved = error(
    "fetch.name-not-resolved", "the host name of the URL has no address",
    "Correct the host name, or publish it in the public DNS.", rfc("1034"))
  package static let addressNotPublic = error(
    "fetch.address-not-public", "the host has an address that no phone on the Internet can reach",
    "Serve the picture from a public address; for a test of your own, let the address through with --allow-address.",
    "https://www.iana.org/assignments/iana-ipv4-special-registry")
  package static let connectionFailed = error(
    "fetch.connection-failed", "the server does not accept connections or closes them",
    "Check that the server runs, listens on this port and lets strangers in.", rfc("9293"))
  package static let tlsFailed = error(
    "fetch.tls-failed", "the server's certificate is not valid for this host, or no common TLS version was found",
    "Install a certificate of a public authority for this very host name, with its intermediate certificates.",
    rfc("9110#section-4.3.4"))
  package static let timedOut = error(
    "fetch.timed-out", "the answer takes longer than a notification waits for it",
    "Make the file smaller or serve it from a faster place, such as a content delivery network.",
    "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension")
  package static let tooManyRedirects = error(
    "fetch.too-many-redirects", "the redirects form a loop or a chain longer than clients follow",
    "Put the final URL into the payload.", rfc("9110#section-15.4"))
  package static let redirectToHTTP = error(
    "fetch.redirect-to-http", "the server leads away from https, where neither iOS nor Android follow",
    "Put the final https URL into the payload.", rfc("9110#section-15.4"))
  package static let redirected = Finding.Kind(
    "fetch.redirected", .warning, meaning: "the URL is not that of the picture; some push services follow no redirect",
    remedy: "Put the final URL into the payload.",
    reference: "https://documentation.onesignal.com/docs/notification-images-not-showing")
  package static let statusNotOK = error(
    "fetch.status-not-ok", "the server answers, but not with a picture",
    "Upload the picture to this URL, and let it be fetched without a login, cookie or referrer.",
    rfc("9110#section-15"))
  package static let headersTooLarge = error(
    "fetch.headers-too-large", "the header of the answer is larger than clients read",
    "Remove the needless header fields, above all cookies.", rfc("9110#section-5.4"))
  package static let responseMalformed = error(
    "fetch.response-malformed", "the server does not speak HTTP on this port, or breaks its rules",
    "Check the port, and the server's configuration.", rfc("9112"))
  package static let bodyTooLarge = error(
    "fetch.body-too-large", "the file is larger than this tool downloads, and than any push service takes",
    "Send a smaller file.", rfc("9110#section-8.6"))
  package static let bodyTruncated = error(
    "fetch.body-truncated", "the connection ended before the file did, so devices discard it",
    "Check that the Content-Length is true and that no proxy cuts long answers.", rfc("9112#section-8"))

  // MARK: About an answer that came

  private static func warning(
    _ id: String, _ meaning: String, _ remedy: String, _ reference: String, _ severity: Finding.Severity = .warning
  ) -> Finding.Kind {
    Finding.Kind(id, severity, meaning: meaning, remedy: remedy, reference: reference)
  }

  private static let signing = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html"
  private static let signLonger = "Sign the URL for longer than the message may wait, or use one that does not expire."

  package static let urlExpired = warning(
    "fetch.url-expired", "the signed URL has run out by the time the message is sent, so no device gets the picture",
    signLonger, signing, .error)
  package static let urlExpires = warning(
    "fetch.url-expires", "devices that come online after the signed URL has run out show no picture", signLonger,
    signing)
  package static let lengthMissing = warning(
    "fetch.length-missing", "the server does not say how long the file is, so a cut answer may pass for a whole one",
    "Send a Content-Length.", rfc("9110#section-8.6"), .note)
  package static let cachingMissing = warning(
    "fetch.caching-missing", "nothing tells caches to keep the picture, so every device asks the server itself",
    "Send a Cache-Control with a max-age, and an ETag.", rfc("9111#section-5.2"), .note)
  package static let varies = warning(
    "fetch.vary-accept", "the server may send other bytes to programs that accept other types",
    "Serve the same picture to everybody under this URL.", rfc("9110#section-12.5.5"))
  package static let answersMismatch = warning(
    "fetch.answers-mismatch", "the server sends different programs different bytes under one URL",
    "Serve the same picture to everybody under this URL.", rfc("9110#section-12"))
  package static let encodingUnsupported = warning(
    "fetch.encoding-unsupported", "the server compresses the answer unasked; what does not undo that sees no picture",
    "Send pictures without Content-Encoding.", rfc("9110#section-8.4"))
  package static let contentChanged = warning(
    "fetch.content-changed", "the URL serves other bytes now than those that were checked",
    "Publish each version of a picture under a name of its own, and check it again.", rfc("9110#section-8.8"), .error)
}
