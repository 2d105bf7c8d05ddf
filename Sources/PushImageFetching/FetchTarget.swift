import PushImage

/// An absolute URL that may be asked for: taken apart by the parser that will fetch it.
struct FetchTarget {
  /// Longer ones are refused; signed URLs have about 2,000 bytes.
  static let maxByteCount = 16_384

  let text: String
  let scheme: String
  let host: String
  let path: String
  let query: String?

  /// See `FetchOutcome.fileName`.
  var fileName: String {
    let last = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let query, !last.contains(".") else { return String(last) }
    return "\(last)?\(query)"
  }

  /// A `Location` as clients take it: spaces and bytes above ASCII percent-encoded, all else as it is.
  static func encoded(_ location: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return location.utf8.reduce(into: "") { text, byte in
      if byte == 0x20 || byte >= 0x80 {
        text += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }

  /// The scheme of a URL in lower case by RFC 3986 section 3.1; nil for a relative one.
  static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), let first = url.utf8.first, isLetter(first),
      url.utf8[..<colon].allSatisfy({ isLetter($0) || isDigitOrSign($0) })
    else { return nil }
    return url[..<colon].lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isDigitOrSign(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// What no URL may hold, told with its place before any parser sees it; goes on from "URL".
  static func fault(of url: String) -> String? {
    let count = url.utf8.count
    if count > maxByteCount { return "is \(count.grouped) bytes; at most \(maxByteCount.grouped) are sent" }
    for (offset, byte) in url.utf8.enumerated() where byte <= 0x20 || byte == 0x7F {
      return "has a \(byte == 0x20 ? "space" : "control character") at byte \(offset)"
    }
    // The parser would take `https:///host/` for `https://host/`; devices do not.
    guard let scheme = scheme(of: url), scheme == "https" || scheme == "http" else { return nil }
    let slashes = url.utf8.dropFirst(scheme.utf8.count + 1).prefix { $0 == UInt8(ascii: "/") }.count
    return slashes == 2 ? nil : "has \(slashes) slashes after its scheme; it takes 2"
  }
}
