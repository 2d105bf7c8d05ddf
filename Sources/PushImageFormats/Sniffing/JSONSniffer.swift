/// JSON (RFC 8259) that begins with an object or an array: what an API answers.
///
/// Looks at the first member only, enough to leave style sheets, settings files and footnotes out.
enum JSONSniffer {
  static func isJSON(_ text: TextPrefix, from start: Int) -> Bool {
    guard !text.hasBinaryBytes else { return false }
    var index = start
    while text[index] == UInt8(ascii: "[") { index = text.skippingSpace(from: index + 1) }
    if text[index] == UInt8(ascii: "{") { return isObject(text, from: index + 1) }
    // Only arrays so far: one value, then a comma or the end.
    if text[index] == UInt8(ascii: "]") { return isEnd(text, from: index + 1) }
    guard let behind = indexBehindScalar(text, at: index) else { return false }
    let next = text.skippingSpace(from: behind)
    return text[next] == UInt8(ascii: ",") || (text[next] == UInt8(ascii: "]") && isEnd(text, from: next + 1))
  }

  /// Empty, or a key and a colon.
  private static func isObject(_ text: TextPrefix, from start: Int) -> Bool {
    let index = text.skippingSpace(from: start)
    if text[index] == UInt8(ascii: "}") { return isEnd(text, from: index + 1) }
    guard let behind = indexBehindString(text, at: index) else { return false }
    return text[text.skippingSpace(from: behind)] == UInt8(ascii: ":")
  }

  /// Nothing but closing brackets, separators and white space, or further members of an outer array.
  private static func isEnd(_ text: TextPrefix, from start: Int) -> Bool {
    var index = text.skippingSpace(from: start)
    while text[index] == UInt8(ascii: "]") { index = text.skippingSpace(from: index + 1) }
    return text[index] == nil || text[index] == UInt8(ascii: ",")
  }

  private static func indexBehindString(_ text: TextPrefix, at start: Int) -> Int? {
    guard text[start] == UInt8(ascii: "\"") else { return nil }
    var index = start + 1
    while let character = text[index] {
      if character == UInt8(ascii: "\"") { return index + 1 }
      index += character == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func indexBehindScalar(_ text: TextPrefix, at start: Int) -> Int? {
    if let behind = indexBehindString(text, at: start) { return behind }
    for literal: StaticString in ["true", "false", "null"] where text.matches(literal, at: start) {
      return start + literal.utf8CodeUnitCount
    }
    var index = start
    while let character = text[index], (0x30...0x39).contains(character) || "+-.eE".utf8.contains(character) {
      index += 1
    }
    return index > start ? index : nil
  }
}
