/// SVG, HTML or other XML, by what comes behind prolog, comments and document type.
enum MarkupSniffer {
  /// Tags by which the WHATWG MIME Sniffing Standard (7.1) knows an HTML page, and two that error pages begin with.
  private static let htmlTags: [StaticString] = [
    "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b", "body", "br", "p",
    "meta", "center",
  ]

  static func sniff(_ text: TextPrefix, from start: Int) -> ImageFormat? {
    var index = start
    var isXML = false
    var hasComment = false
    // Each turn takes one item of the prolog off and moves on, so the loop ends with the text.
    while text[index] == UInt8(ascii: "<") {
      var next: Int?
      if text.matches("<?", at: index) {
        isXML = isXML || (text.matches("<?xml", at: index) && isNameEnd(text[index + 5]))
        next = text.index(behind: "?>", from: index + 2)
      } else if text.matches("<!--", at: index) {
        hasComment = true
        next = text.index(behind: "-->", from: index + 4)
      } else if text.matches("<!doctype", at: index) {
        let name = text.skippingSpace(from: index + 9)
        if isName("html", text, at: name) { return .html }
        if isName("svg", text, at: name) { return .svg }
        isXML = isXML || isNameEnd(text[index + 9])
        next = indexBehindDocumentType(text, from: name)
      } else if let format = rootFormat(text, at: index + 1) {
        return format
      }
      guard let next else { break }
      index = text.skippingSpace(from: next)
    }
    if isXML { return .xml }
    // A browser takes a comment for HTML when text follows it, or when it has no end.
    let isUnknownRoot = text[index] == UInt8(ascii: "<") && !text.matches("<!--", at: index)
    return hasComment && !isUnknownRoot ? .html : nil
  }

  /// SVG with or without a namespace prefix, or a tag of HTML.
  private static func rootFormat(_ text: TextPrefix, at name: Int) -> ImageFormat? {
    var local = name
    while let character = text[local], isNameCharacter(character) { _ = character; local += 1 }
    local = text[local] == UInt8(ascii: ":") ? local + 1 : name
    if isName("svg", text, at: local) { return .svg }
    return htmlTags.contains { isName($0, text, at: name) } ? .html : nil
  }

  /// The internal subset in square brackets may hold further `>`.
  private static func indexBehindDocumentType(_ text: TextPrefix, from start: Int) -> Int? {
    var index = start
    while let character = text[index] {
      if character == UInt8(ascii: ">") { return index + 1 }
      if character == UInt8(ascii: "[") {
        guard let behind = text.index(behind: "]", from: index) else { return nil }
        index = behind
      } else {
        index += 1
      }
    }
    return nil
  }

  private static func isName(_ name: StaticString, _ text: TextPrefix, at index: Int) -> Bool {
    text.matches(name, at: index) && isNameEnd(text[index + name.utf8CodeUnitCount])
  }

  /// A name must be seen to its end: `<a` may be the beginning of anything.
  private static func isNameEnd(_ character: UInt8?) -> Bool {
    guard let character else { return false }
    return TextPrefix.isSpace(character) || character == UInt8(ascii: ">") || character == UInt8(ascii: "/")
      || character == UInt8(ascii: "[")
  }

  private static func isNameCharacter(_ character: UInt8) -> Bool {
    let lower = character | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) || (0x30...0x39).contains(character)
      || character == UInt8(ascii: "-") || character == UInt8(ascii: "_") || character == UInt8(ascii: ".")
  }
}
