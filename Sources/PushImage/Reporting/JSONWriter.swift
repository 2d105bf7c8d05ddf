/// Writes JSON as UTF-8 with the keys in the order they are given. No escapes beyond what RFC 8259 asks for, except
/// control characters and the line separators that break JavaScript readers.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Starts empty.
  public init() {}

  /// `{`, what `body` writes, `}`.
  public mutating func object(_ body: (inout JSONWriter) -> Void) { nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

  /// `[`, what `body` writes, `]`.
  public mutating func array(_ body: (inout JSONWriter) -> Void) { nest(UInt8(ascii: "["), UInt8(ascii: "]"), body) }

  /// A member's key; a value must follow.
  public mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A string value.
  public mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  /// A whole number.
  public mutating func value(_ number: Int) { raw(String(number)) }

  /// A number; whole ones are written without a fraction. Not-a-number and infinity are written as null.
  public mutating func value(_ number: Double) {
    guard number.isFinite else { return raw("null") }
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 { return raw(String(whole)) }
    raw("\(number)")
  }

  /// `true` or `false`.
  public mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }

  /// `null`.
  package mutating func null() { raw("null") }

  /// A number as it was written elsewhere, digit for digit; not checked for being one.
  package mutating func number(written text: String) { raw(text) }

  /// A member whose value is left out when it is nil.
  public mutating func member(_ key: String, _ text: String?) {
    guard let text else { return }
    self.key(key)
    value(text)
  }

  /// A member whose value is left out when it is nil.
  public mutating func member(_ key: String, _ number: Int?) {
    guard let number else { return }
    self.key(key)
    value(number)
  }

  /// A member whose value is left out when it is nil.
  public mutating func member(_ key: String, _ number: Double?) {
    guard let number else { return }
    self.key(key)
    value(number)
  }

  /// A member whose value is left out when it is nil.
  public mutating func member(_ key: String, _ flag: Bool?) {
    guard let flag else { return }
    self.key(key)
    value(flag)
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { escape(scalar) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _
    where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029:
      bytes.append(contentsOf: "\\u".utf8)
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
      bytes.append(contentsOf: digits.utf8)
    default:
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}
