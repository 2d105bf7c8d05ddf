import PushImageFormats
@_spi(_Unicode) import Swift

/// The file name that `prepare` writes: the input's stem, made safe for every file system, with the extension of what
/// the bytes are.
///
/// In this order: a query is cut off; only the last path component counts; percent encoding is decoded once; control
/// and direction characters and what Windows forbids become `-`; composed to NFC; leading dots, dashes and spaces,
/// trailing dots and spaces and every known extension at the end go (`a.gif.mp4` → `a`); a Windows device name gets a
/// leading `_`; a stem of nothing becomes `image`; cut to 255 bytes between characters.
package struct OutputName: Sendable, Hashable {
  /// The longest name that the usual file systems hold, in bytes: NAME_MAX of ext4, xfs, APFS (in UTF-8) and S3 tools.
  package static let maxByteCount = 255

  /// Without extension and dot; never empty.
  package let stem: String
  /// The platform that the file is meant for, between stem and extension; nil for all that were asked for.
  package let platform: String?
  /// Canonical, without the dot.
  package let fileExtension: String
  /// Whether the stem is the digest of the bytes: files of one name are equal then.
  package let isContentAddressed: Bool

  /// The name to write for bytes of `format` that came as `name`.
  package init(for name: String?, format: ImageFormat, platform: String? = nil) {
    var stem = Self.lastComponent(Self.withoutQuery(name ?? ""))
    stem = Self.lastComponent(Self.percentDecoded(stem) ?? stem)
    stem = Self.withoutKnownExtensions(Self.composed(Self.withoutUnsafeScalars(stem)))
    if Self.isDeviceName(stem) { stem = "_" + stem }
    self.stem = stem.isEmpty ? "image" : stem
    // A file that was prepared for this platform alone keeps its name when it is prepared again.
    self.platform = self.stem.hasSuffix(".\(platform ?? "")") ? nil : platform
    fileExtension = format.fileExtension
    isContentAddressed = false
  }

  /// The name after the bytes: the first 32 of the 64 hexadecimal digits, so that no two files share one by chance.
  package init(sha256: String, format: ImageFormat) {
    stem = String(sha256.prefix(32))
    platform = nil
    fileExtension = format.fileExtension
    isContentAddressed = true
  }

  /// `stem.ext` or `stem.ios.ext`, cut to 255 bytes.
  package var fileName: String { fileName(suffix: "") }

  /// `stem-2.ext` for the second of a name, cut to 255 bytes with the number kept.
  package func fileName(number: Int) -> String { fileName(suffix: "-\(number)") }

  private func fileName(suffix: String) -> String {
    let tail = "\(suffix)\(platform.map { ".\($0)" } ?? "").\(fileExtension)"
    return Self.cut(stem, toByteCount: Self.maxByteCount - tail.utf8.count) + tail
  }

  // MARK: - The steps

  /// A URL path's query is no part of the name; a name that starts with `?` is left to the later steps.
  private static func withoutQuery(_ name: String) -> String {
    guard let mark = name.firstIndex(of: "?"), mark > name.startIndex else { return name }
    return String(name[..<mark])
  }

  /// What follows the last separator of either system, unless nothing does.
  private static func lastComponent(_ name: String) -> String {
    name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
  }

  /// Decoded once; nil when there is nothing to decode or the result is not UTF-8.
  private static func percentDecoded(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = nibble(bytes[index + 1]),
        let low = nibble(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded.count == bytes.count ? nil : String(validating: decoded, as: UTF8.self)
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Drops every extension at the end that promises a picture or a video, right or wrong; `v1.2` stays whole.
  private static func withoutKnownExtensions(_ name: String) -> String {
    var stem = trimmedRight(name[...])
    while let dot = stem.lastIndex(of: "."), isKnown(fileExtension: stem[stem.index(after: dot)...]) {
      stem = trimmedRight(stem[..<dot])
    }
    // Last, so that `.png` is an extension without a stem and not a stem.
    return String(trimmedLeft(stem))
  }

  private static func isKnown(fileExtension: Substring) -> Bool {
    guard let format = ImageFormats.format(fileExtension: String(fileExtension)) else { return false }
    return format.family == .image || format.family == .video
  }

  /// What no file system, terminal or shell should meet becomes `-`.
  private static func withoutUnsafeScalars(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { scalars.append(isUnsafe(scalar) ? "-" : scalar) }
    return String(scalars)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": true
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
    // In a URL these would be decoded once more, or end the path; and what was not UTF-8 has no name to keep.
    case "%", "#", "\u{FFFD}": true
    // Marks and overrides of direction, line and paragraph separators, the byte order mark.
    case "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": true
    default: false
    }
  }

  /// Unicode normalization form C, in which web servers and Linux name files.
  private static func composed(_ name: String) -> String {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  // By code points: a dot with an accent is one character, yet the file system sees the dot.

  /// Leading dots hide a file, leading dashes make it an option.
  private static func trimmedLeft(_ name: Substring) -> Substring {
    Substring(name.unicodeScalars.drop { $0 == "." || $0 == "-" || $0 == " " })
  }

  /// Trailing dots and spaces are lost on Windows.
  private static func trimmedRight(_ name: Substring) -> Substring {
    var scalars = name.unicodeScalars
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return Substring(scalars)
  }

  /// CON, PRN, AUX, NUL, COM1…9 and LPT1…9 are devices on Windows, whatever follows their first dot.
  private static func isDeviceName(_ stem: String) -> Bool {
    let base = stem.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(base) { return true }
    guard base.count == 4, base.hasPrefix("COM") || base.hasPrefix("LPT") else { return false }
    return base.last.map { "123456789¹²³".contains($0) } ?? false
  }

  /// The longest beginning of at most `byteCount` bytes that ends between characters; between code points when one
  /// character alone is longer.
  private static func cut(_ stem: String, toByteCount byteCount: Int) -> String {
    guard stem.utf8.count > byteCount else { return stem }
    var end = stem.startIndex
    while end < stem.endIndex {
      let next = stem.index(after: end)
      if stem.utf8.distance(from: stem.startIndex, to: next) > byteCount { break }
      end = next
    }
    let whole = String(trimmedRight(stem[..<end]))
    return whole.isEmpty ? cutInsideCharacter(stem, toByteCount: byteCount) : whole
  }

  private static func cutInsideCharacter(_ stem: String, toByteCount byteCount: Int) -> String {
    var result = ""
    for scalar in stem.unicodeScalars where result.utf8.count + UTF8.width(scalar) <= byteCount {
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
