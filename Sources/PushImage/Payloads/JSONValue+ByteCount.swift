extension JSONValue {
  /// Bytes of the shortest JSON in UTF-8: no white space, and no escape but those that must be.
  package var compactByteCount: Int {
    switch content {
    case .null, .bool(true): 4
    case .bool(false): 5
    case .number(let number): number.text.utf8.count
    case .string(let text): Self.quotedByteCount(text)
    case .array(let elements): 2 + max(elements.count - 1, 0) + elements.reduce(0) { $0 + $1.compactByteCount }
    case .object(let members):
      2 + max(members.count - 1, 0)
        + members.reduce(0) { $0 + Self.quotedByteCount($1.key) + 1 + $1.value.compactByteCount }
    }
  }

  /// Bytes of all keys and scalar values as text in UTF-8, without any punctuation of JSON.
  package var keyAndValueByteCount: Int {
    switch content {
    case .null: 0
    case .bool(let flag): flag ? 4 : 5
    case .number(let number): number.text.utf8.count
    case .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.keyAndValueByteCount }
    case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + $1.value.keyAndValueByteCount }
    }
  }

  private static func quotedByteCount(_ text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
      case 0..<0x20: count + 6
      default: count + 1
      }
    }
  }
}
