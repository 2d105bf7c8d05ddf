internal import PushImageFormats

/// What a URL in a payload shows of itself, before anybody asks for it.
enum ImageURLLint {
  static let findingKinds: [Finding.Kind] = [
    characterUnsupported, malformed, notHTTPS, schemeUnsupported, pathMissing, userInformation, portUnusual,
    addressNotPublic, tooLarge,
  ]

  private static let rfc3986 = "https://www.rfc-editor.org/rfc/rfc3986"
  private static let firebaseHelper =
    "https://github.com/firebase/firebase-ios-sdk/blob/eed63a35a90dbd46184ca1a6afeb144ee783b5fd/FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m"
  /// "URL up to 1,000 characters".
  private static let netcore = "https://cedocs.netcorecloud.com/docs/media-specification-apn"
  private static let maxAdvisedByteCount = 1_000

  static let characterUnsupported = Finding.Kind(
    "image-url.character-unsupported", .error,
    meaning: "the URL holds a character that no URL may have, so the parsers of many devices take it for no URL",
    remedy: "Percent-encode it: a space is %20.", reference: rfc3986 + "#section-2")
  static let malformed = Finding.Kind(
    "image-url.malformed", .error, meaning: "the text is no absolute URL, so no device requests anything",
    remedy: "Write the whole URL, from https:// on.", reference: firebaseHelper)
  static let notHTTPS = Finding.Kind(
    "image-url.not-https", .error,
    meaning: "iOS and Android refuse plain http unless the app opts out, and browsers and Huawei always",
    remedy: "Serve the picture by https.",
    reference:
      "https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity")
  static let schemeUnsupported = Finding.Kind(
    "image-url.scheme-unsupported", .error, meaning: "devices fetch notification pictures from the web only",
    remedy: "Publish the picture and send its https URL.", reference: rfc3986 + "#section-3.1")
  static let pathMissing = Finding.Kind(
    "image-url.path-missing", .note,
    meaning: "the URL is a host without a path, like the sample in Firebase's documentation, and names no file",
    remedy: "Write the path of the picture behind the host.",
    reference: "https://firebase.google.com/docs/cloud-messaging/ios/send-image")
  static let userInformation = Finding.Kind(
    "image-url.user-information", .note,
    meaning: "the URL carries a user name, which devices treat differently and everybody can read",
    remedy: "Serve the picture without a login.", reference: rfc3986 + "#section-3.2.1")
  static let portUnusual = Finding.Kind(
    "image-url.port-unusual", .note, meaning: "networks of companies and hotels let only the usual ports through",
    remedy: "Serve the picture on port 443.", reference: rfc3986 + "#section-3.2.3")
  static let addressNotPublic = Finding.Kind(
    "image-url.address-not-public", .note, meaning: "phones on the Internet cannot reach this host",
    remedy: "Serve the picture from a public name.",
    reference: "https://www.iana.org/assignments/iana-ipv4-special-registry")
  static let tooLarge = Finding.Kind(
    "image-url.too-large", .note, meaning: "a sender publishes a limit for URLs that this one goes beyond",
    remedy: "Publish the picture under a shorter URL.", reference: netcore)

  /// One thing about a URL.
  struct Remark {
    let kind: Finding.Kind
    let message: String
    var severity: Finding.Severity?
    var actual: Int?
    var limit: Int?
  }

  /// All that is to be said of a URL; nothing for a good one.
  static func remarks(on text: String, allowsHTTP: Bool) -> [Remark] {
    var remarks = unsupportedCharacter(in: text).map { [$0] } ?? []
    if remarks.isEmpty, let fault = brokenEscape(in: text) { remarks.append(Remark(kind: malformed, message: fault)) }
    let url = ImageURL(text)
    remarks += scheme(of: url, text: text, allowsHTTP: allowsHTTP, isClean: remarks.isEmpty)
    if url.scheme == "https" || url.scheme == "http" { remarks += authority(of: url) }
    let count = text.utf8.count
    if count > maxAdvisedByteCount {
      remarks.append(
        Remark(
          kind: tooLarge,
          message: "URL is \(count.grouped) bytes; Netcore takes at most \(maxAdvisedByteCount.grouped)",
          actual: count, limit: maxAdvisedByteCount))
    }
    return remarks
  }

  // MARK: Characters

  private static let placeholders = ["{{", "{%", "${", "<%", "%%", "[[", "#{"]

  private static func unsupportedCharacter(in text: String) -> Remark? {
    if let open = placeholders.first(where: text.contains) {
      return Remark(
        kind: characterUnsupported, message: "URL still has a placeholder of a template, beginning with \(quoted(open))"
      )
    }
    for (offset, byte) in text.utf8.enumerated() {
      guard let name = nameOfUnsupported(byte) else { continue }
      return Remark(kind: characterUnsupported, message: "URL has \(name) at byte \(offset)")
    }
    return nil
  }

  /// RFC 3986 knows none of these; square brackets stand only around an IPv6 address, where they are looked at.
  private static func nameOfUnsupported(_ byte: UInt8) -> String? {
    switch byte {
    case 0x20: "a space"
    case 0..<0x20, 0x7F: "a control character"
    case 0x80...: "a character outside ASCII"
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      "the character \(Character(Unicode.Scalar(byte)))"
    default: nil
    }
  }

  private static func brokenEscape(in text: String) -> String? {
    let bytes = Array(text.utf8)
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
      let digits = bytes[(offset + 1)...].prefix(2)
      let isEscape = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      if !isEscape { return "URL has a per cent sign at byte \(offset) that begins no escape" }
    }
    return nil
  }

  // MARK: Parts

  private static func scheme(of url: ImageURL, text: String, allowsHTTP: Bool, isClean: Bool) -> [Remark] {
    guard let scheme = url.scheme else {
      // A broken character may be why there is no scheme; one complaint will do.
      return isClean ? [Remark(kind: malformed, message: "URL has no scheme: \(quoted(text))")] : []
    }
    switch scheme {
    case "https": return []
    case "http":
      let severity: Finding.Severity? = allowsHTTP ? .warning : nil
      return [Remark(kind: notHTTPS, message: "URL begins with http:, not https:", severity: severity)]
    default: return [Remark(kind: schemeUnsupported, message: "URL begins with \(quoted(scheme + ":")), not https:")]
    }
  }

  private static func authority(of url: ImageURL) -> [Remark] {
    guard let authority = url.authority, !authority.host.isEmpty else {
      return [Remark(kind: malformed, message: "URL names no host")]
    }
    var remarks: [Remark] = []
    if authority.host.contains(where: { "[]".contains($0) }) {
      remarks.append(Remark(kind: malformed, message: "host has a square bracket that belongs to no address"))
    }
    if authority.userInformation != nil {
      remarks.append(Remark(kind: userInformation, message: "URL has a user name in front of the host"))
    }
    remarks += port(of: authority, scheme: url.scheme)
    let obstacle = HostAddress.obstacle(host: authority.host, isBracketed: authority.isBracketed)
    if let obstacle {
      remarks.append(Remark(kind: addressNotPublic, message: "host \(quoted(authority.host)) is \(obstacle)"))
    }
    if url.path.allSatisfy({ $0 == UInt8(ascii: "/") }) {
      remarks.append(Remark(kind: pathMissing, message: "URL is the host \(quoted(authority.host)) and no path"))
    }
    return remarks
  }

  private static func port(of authority: ImageURL.Authority, scheme: String?) -> [Remark] {
    guard let text = authority.portText, !text.isEmpty else { return [] }
    guard let port = UInt16(text), text.utf8.first != UInt8(ascii: "+") else {
      return [Remark(kind: malformed, message: "port \(quoted(text)) is no number up to 65,535")]
    }
    if port == (scheme == "http" ? 80 : 443) { return [] }
    return [Remark(kind: portUnusual, message: "port is \(port), not 443")]
  }
}
