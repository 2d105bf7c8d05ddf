/// Bounds-checked reads of integers: `nil` past the end, never a trap.
extension Span where Element == UInt8 {
  /// The byte at `offset`.
  package func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[offset] : nil
  }

  /// Two bytes, most significant first.
  package func bigEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// Four bytes, most significant first.
  package func bigEndian32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(self[offset]) << 24 | Int(self[offset + 1]) << 16 | Int(self[offset + 2]) << 8 | Int(self[offset + 3])
  }

  /// Two bytes, least significant first.
  package func littleEndian16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// Four bytes, least significant first.
  package func littleEndian32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8 | Int(self[offset + 2]) << 16 | Int(self[offset + 3]) << 24
  }

  /// Whether the ASCII of `text` stands at `offset`.
  package func matches(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count - length else { return false }
    for index in 0..<length where unsafe self[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// Whether `other` stands at `offset`.
  package func matches(_ other: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - other.count else { return false }
    for index in other.indices where self[offset + index] != other[index] { return false }
    return true
  }
}
