/// A file's name as devices and file systems will meet it: taken apart once, judged by rules.
///
/// Takes a bare file name, the last component of a path, a URL path with or without a query, or a whole URL. A name
/// that begins with `/` or with a scheme is a URL path, of which the last component counts; in any other a separator
/// is a defect. `?` begins a query.
public struct FileName: Sendable, Hashable {
  /// As it was given.
  public let raw: String
  /// The last path component before the query, as sent.
  public let component: String
  /// The text behind the first `?`; nil when there is none.
  public let query: String?
  /// The component with its percent escapes decoded once: `%252E` becomes `%2E` and stays that.
  public let decoded: String
  /// The decoded component up to the extension's dot: `hero` of `hero.png`, empty for `.png`.
  public let stem: String
  /// What a device takes for the extension, without the dot, case as sent; nil when it finds none.
  ///
  /// As Foundation's `pathExtension`: the text behind the last dot, unless it is empty, the dot comes first, or a
  /// space or a direction control stands in it.
  public let fileExtension: String?
  /// What stands out about it apart from the extension, each at most once.
  public let defects: [Defect]

  /// Takes a name apart.
  public init(_ raw: String) {
    self.raw = raw
    // Most names: there is nothing to take apart but the extension.
    guard !Defect.isPlain(raw.utf8.span) else {
      (component, decoded, query, defects) = (raw, raw, nil, [])
      (stem, fileExtension) = Self.splitPlainExtension(raw)
      return
    }
    let parts = Parts(raw)
    query = parts.query
    let separator = parts.isURLPath ? parts.path.lastIndex(of: UInt8(ascii: "/")) : nil
    let last = parts.path[(separator.map { $0 + 1 } ?? 0)...]
    component = String(decoding: last, as: UTF8.self)
    let (bytes, wasEncoded) = Self.decodePercent(last)
    decoded = String(decoding: bytes, as: UTF8.self)
    (stem, fileExtension) = Self.splitExtension(decoded)
    defects = Defect.all(
      of: decoded, bytes: bytes, wasPercentEncoded: wasEncoded, hasStem: !(stem.isEmpty && decoded.count > 1))
  }

  /// The extension in front of the extension: `gif` of `a.gif.mp4`.
  public var innerExtension: String? {
    stem.utf8.contains(UInt8(ascii: ".")) ? Self.splitExtension(stem).fileExtension : nil
  }

  /// The extension of the first query value that ends in that of a picture, movie or sound: `download?file=a.jpg`.
  public var queryExtension: String? {
    guard let query else { return nil }
    let separators: Set<Character> = ["&", ";"]
    for item in query.split(whereSeparator: separators.contains).prefix(100) {
      let value = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).last ?? item
      let decoded = String(decoding: Self.decodePercent(Array(value.utf8)[...]).bytes, as: UTF8.self)
      let last = decoded.split(separator: "/").last.map(String.init) ?? decoded
      if let found = Self.splitExtension(last).fileExtension, FileExtensions.isMedia(found) { return found }
    }
    return nil
  }

  // MARK: Taking apart

  /// A name with its URL parts told from each other.
  private struct Parts {
    /// Without scheme, authority, query and fragment.
    let path: [UInt8]
    let query: String?
    /// Whether `/` separates folders in it.
    let isURLPath: Bool

    init(_ raw: String) {
      var bytes = Array(raw.utf8)
      let pathOffset = Self.pathOffset(inURL: bytes)
      if pathOffset > 0, let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) { bytes.removeSubrange(fragment...) }
      isURLPath = pathOffset > 0 || bytes.first == UInt8(ascii: "/")
      let mark = bytes.dropFirst(pathOffset).firstIndex(of: UInt8(ascii: "?"))
      path = Array(bytes[..<(mark ?? bytes.endIndex)].dropFirst(pathOffset))
      query = mark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    }

    /// Where the path begins in `scheme://authority/path`; 0 when the text does not begin like that.
    private static func pathOffset(inURL bytes: [UInt8]) -> Int {
      guard let colon = bytes.prefix(32).firstIndex(of: UInt8(ascii: ":")), colon > 0,
        bytes[(colon + 1)...].starts(with: "//".utf8), bytes[..<colon].allSatisfy(isSchemeByte)
      else { return 0 }
      return bytes[(colon + 3)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "+-.0123456789".utf8.contains(byte)
    }
  }

  /// Decodes each `%XX` once; a per cent sign that begins no escape stays as it is.
  private static func decodePercent(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], wasEncoded: Bool) {
    guard bytes.contains(UInt8(ascii: "%")) else { return (Array(bytes), false) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var wasEncoded = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        wasEncoded = true
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return (decoded, wasEncoded)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func splitExtension(_ name: String) -> (stem: String, fileExtension: String?) {
    let bytes = name.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return (name, nil) }
    let found = name.unicodeScalars[bytes.index(after: dot)...]
    let isTaken = !found.isEmpty && dot != bytes.startIndex && !found.contains(where: isForbiddenInExtension)
    if isTaken { return (String(name[..<dot]), String(found)) }
    // `.png` is all extension to people and none to devices: it has no stem.
    return dot == bytes.startIndex ? ("", nil) : (name, nil)
  }

  /// The same for a plain name, which begins and ends in a letter or digit and holds nothing that is forbidden.
  private static func splitPlainExtension(_ name: String) -> (stem: String, fileExtension: String?) {
    let bytes = name.utf8
    let span = bytes.span
    var dot = span.count - 1
    while dot > 0, span[dot] != UInt8(ascii: ".") { dot -= 1 }
    guard dot > 0 else { return (name, nil) }
    let place = bytes.index(bytes.startIndex, offsetBy: dot)
    return (String(name[..<place]), String(name[bytes.index(after: place)...]))
  }

  /// What Foundation does not let stand in an extension: space, separator, direction controls; and what no extension has.
  private static func isForbiddenInExtension(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x20, 0x2F, 0x5C, 0x7F, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
