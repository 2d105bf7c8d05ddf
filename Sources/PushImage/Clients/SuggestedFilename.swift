internal import PushImageFormats

/// What Darwin's `URLResponse.suggestedFilename` gives for an answer: most clients take the extension from there.
///
/// Apple documents the order (Content-Disposition, last path component, host, "unknown") and that the extension of the
/// media type is appended "in most cases". Observed in WebKit: a name whose extension does not fit the type gets the
/// type's extension behind it. Everything else is deduced, and `isCertain` says so; only a Mac could tell.
/// https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename
/// https://github.com/WebKit/WebKit/pull/61355
struct SuggestedFilename: Hashable {
  /// The whole name.
  let text: String
  /// Whether documentation or observation stands behind the extension.
  let isCertain: Bool

  /// The extension of `text`, case as it is.
  var fileExtension: String? { FileName.splitExtension(text).fileExtension }

  init(_ delivery: Delivery) {
    let disposition = delivery.contentDisposition.flatMap(Self.fileName(disposition:))
    let base = disposition ?? Self.pathName(delivery.finalURL) ?? Self.host(delivery.finalURL) ?? "unknown"
    let baseExtension = FileName.splitExtension(base).fileExtension
    guard let type = delivery.contentType.flatMap({ try? MediaType(parsing: $0) }) else {
      // Without a type CFNetwork looks at the first bytes; what it makes of them is not documented.
      self.init(text: base, isCertain: baseExtension != nil)
      return
    }
    guard !type.isGeneric, let own = FileExtensions.canonical(for: type) else {
      self.init(text: base, isCertain: type.isGeneric)
      return
    }
    guard let found = baseExtension else {
      // `jpeg` is what `preferredFilenameExtension` gives for public.jpeg.
      self.init(text: "\(base).\(own == "jpg" ? "jpeg" : own)", isCertain: true)
      return
    }
    let fits = FileExtensions.fits(found, type)
    self.init(text: fits ? base : "\(base).\(own)", isCertain: true)
  }

  private init(text: String, isCertain: Bool) {
    self.text = text
    self.isCertain = isCertain
  }

  /// The last path component, decoded; nil when the path has none. The query is no part of it.
  static func pathName(_ url: String) -> String? {
    let name = FileName(url).decoded
    return name.isEmpty || name == "/" ? nil : name
  }

  private static func host(_ url: String) -> String? {
    guard let range = url.firstRange(of: "://") else { return nil }
    let host = url[range.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }

  /// `filename*=` before `filename=`, the part behind the last separator; nil when the field has neither.
  private static func fileName(disposition: String) -> String? {
    var plain: String?
    for parameter in parameters(of: disposition) {
      switch parameter.name {
      case "filename*":
        // RFC 8187: charset, language and percent-encoded text between apostrophes.
        let parts = parameter.value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3 { return safe(FileName("/\(parts[2])").decoded) }
      case "filename": plain = safe(parameter.value)
      default: continue
      }
    }
    return plain
  }

  private static func safe(_ name: String) -> String? {
    name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
  }

  /// Splits at semicolons outside quotation marks; names in lower case, values without marks and escapes.
  private static func parameters(of field: String) -> [(name: String, value: String)] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in field {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
        continue
      } else if character == "\"" {
        isQuoted.toggle()
        continue
      } else if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts.dropFirst().compactMap { part in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      return (trimmed(part[..<equals]).lowercased(), trimmed(part[part.index(after: equals)...]))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
