/// Markup and JSON. Plain text has no magic and is told by nothing.
enum TextSniffer {
  /// Whether markup or JSON may begin with this character.
  static func mayBegin(_ character: UInt8) -> Bool {
    character == UInt8(ascii: "<") || character == UInt8(ascii: "{") || character == UInt8(ascii: "[")
  }

  static func sniff(_ head: Span<UInt8>) -> ImageFormat? {
    let text = TextPrefix(head)
    let start = text.skippingSpace(from: 0)
    guard let first = text[start] else { return nil }
    if first == UInt8(ascii: "<") { return MarkupSniffer.sniff(text, from: start) }
    return JSONSniffer.isJSON(text, from: start) ? .json : nil
  }
}
