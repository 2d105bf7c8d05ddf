/// The URL of a picture as strict parsers on devices see it, by RFC 3986. Hermetic: no name is looked up.
struct ImageURL {
  /// In lower case; nil when there is none.
  let scheme: String?
  /// Between `//` and the path; nil when there is none.
  let authority: Authority?
  /// From the authority to the query.
  let path: Substring.UTF8View

  /// Who is asked.
  struct Authority {
    /// Before the last `@`; nil when there is none.
    let userInformation: String?
    /// In lower case, IPv6 addresses without their brackets.
    let host: String
    let isBracketed: Bool
    /// As written; nil when there is none, empty for a lone colon.
    let portText: String?
  }

  init(_ text: String) {
    let utf8 = text.utf8
    var rest = Substring(text)
    if let colon = utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(utf8[..<colon]) {
      scheme = text[..<colon].lowercased()
      rest = text[utf8.index(after: colon)...]
    } else {
      scheme = nil
    }
    guard rest.utf8.starts(with: "//".utf8) else {
      authority = nil
      path = rest.utf8
      return
    }
    rest = rest.dropFirst(2)
    let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    authority = Authority(rest[..<end])
    let tail = rest[end...]
    path = tail[..<(tail.utf8.firstIndex { "?#".utf8.contains($0) } ?? tail.endIndex)].utf8
  }

  private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension ImageURL.Authority {
  fileprivate init(_ text: Substring) {
    var rest = text
    if let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userInformation = String(text[..<at])
      rest = text[text.utf8.index(after: at)...]
    } else {
      userInformation = nil
    }
    var port = rest[rest.endIndex...]
    if rest.utf8.first == UInt8(ascii: "["), let close = rest.utf8.firstIndex(of: UInt8(ascii: "]")) {
      isBracketed = true
      host = rest[rest.utf8.index(after: rest.startIndex)..<close].lowercased()
      port = rest[rest.utf8.index(after: close)...]
    } else {
      isBracketed = false
      let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      host = rest[..<colon].lowercased()
      port = rest[colon...]
    }
    portText = port.isEmpty ? nil : String(port.utf8.first == UInt8(ascii: ":") ? port.dropFirst() : port)
  }
}
