/// The beginning of a text with its encoding taken off: what is not ASCII reads as `?`.
///
/// At most `Sniffer.maxByteCount` bytes; markup and JSON need no more than ASCII to be told.
struct TextPrefix {
  private(set) var characters: [UInt8] = []
  /// Bytes that no text has (control characters other than white space and escape).
  private(set) var hasBinaryBytes = false

  /// UTF-8 with or without a byte order mark; UTF-16 of both orders, by its mark or by a `<`, `{`, `[` beside a NUL.
  init(_ head: Span<UInt8>) {
    if head.matches([0xEF, 0xBB, 0xBF], at: 0) {
      readUTF8(head, from: 3)
    } else if head.matches([0xFF, 0xFE], at: 0) {
      readUTF16(head, from: 2, lowByte: 0)
    } else if head.matches([0xFE, 0xFF], at: 0) {
      readUTF16(head, from: 2, lowByte: 1)
    } else if let first = head.byte(at: 0), let second = head.byte(at: 1), (first == 0) != (second == 0),
      TextSniffer.mayBegin(first | second)
    {
      readUTF16(head, from: 0, lowByte: first == 0 ? 1 : 0)
    } else {
      readUTF8(head, from: 0)
    }
  }

  private mutating func readUTF8(_ head: Span<UInt8>, from start: Int) {
    // Anything that starts with another character is neither markup nor JSON: leave before copying it.
    var offset = start
    while let byte = head.byte(at: offset), Self.isSpace(byte) { _ = byte; offset += 1 }
    guard let first = head.byte(at: offset), TextSniffer.mayBegin(first) else { return }
    characters.reserveCapacity(head.count - offset)
    for index in offset..<head.count { append(head[index], isASCII: head[index] < 0x80) }
  }

  private mutating func readUTF16(_ head: Span<UInt8>, from start: Int, lowByte: Int) {
    for index in stride(from: start, to: head.count - 1, by: 2) {
      let low = head[index + lowByte]
      append(low, isASCII: head[index + 1 - lowByte] == 0 && low < 0x80)
    }
  }

  private mutating func append(_ byte: UInt8, isASCII: Bool) {
    characters.append(isASCII ? byte : UInt8(ascii: "?"))
    if isASCII, byte < 0x20, !Self.isSpace(byte), byte != 0x1B { hasBinaryBytes = true }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  /// The character at `index`; nil past the end.
  subscript(index: Int) -> UInt8? { index >= 0 && index < characters.count ? characters[index] : nil }

  /// The first index from `index` on that holds no white space.
  func skippingSpace(from index: Int) -> Int {
    var index = index
    while let character = self[index], Self.isSpace(character) { _ = character; index += 1 }
    return index
  }

  /// Whether the ASCII of `text` stands at `index`, in any case where `text` is in lower case.
  func matches(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, index <= characters.count - length else { return false }
    for position in 0..<length {
      let wanted = unsafe text.utf8Start[position]
      let character = characters[index + position]
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(wanted)
      guard character == wanted || (isLetter && character | 0x20 == wanted) else { return false }
    }
    return true
  }

  /// The index behind the next `text` from `index` on; nil when it does not come.
  func index(behind text: StaticString, from index: Int) -> Int? {
    var index = index
    while index < characters.count {
      if matches(text, at: index) { return index + text.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }
}
