/// Reads JSON by the letter of RFC 8259: no comments, no trailing commas, no byte order mark, no lone surrogates,
/// no half numbers, and no key twice unless asked for.
///
/// Nesting is kept on a list and not on the call stack, and every byte is looked at a fixed number of times, so that
/// hostile text costs no more than its length.
package struct JSONReader: ~Copyable {
  /// How strict the reader is where people differ.
  package struct Options: Sendable {
    /// Arrays and objects within each other; more is an error. Default 64, at most 1,000, which values can be freed in.
    package var maxDepth = 64
    /// Lets a key through that its object already has. Default false.
    package var allowsDuplicateKeys = false

    /// The defaults.
    package init() {}
  }

  /// Reads a whole text as one value.
  ///
  /// - Throws: `JSONError` with the line and column of the first byte that is wrong.
  package static func read(_ bytes: [UInt8], options: Options = Options()) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, options: options)
    try reader.validateEncoding()
    return try reader.readDocument()
  }

  /// A value takes up to a hundred times the bytes of its text, so there must be an end to them.
  private static let maxValueCount = 1_000_000
  /// Longer numbers are refused: no sender writes them, and their conversion would cost more than their length.
  private static let maxNumberByteCount = 1_000

  private let bytes: [UInt8]
  private let maxDepth: Int
  private let allowsDuplicateKeys: Bool
  private var offset = 0
  private var valueCount = 0
  private var line = 1
  /// Column 1 of `line` stands here; moved on by every continuation byte, so that columns count scalars.
  private var columnBase = 0

  private init(_ bytes: [UInt8], options: Options) {
    self.bytes = bytes
    maxDepth = min(max(options.maxDepth, 1), 1_000)
    allowsDuplicateKeys = options.allowsDuplicateKeys
  }

  /// An array or object that is still open.
  private struct Frame {
    let location: JSONValue.Location
    let isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    var keys: Set<[UInt8]> = []
    var key: (text: String, location: JSONValue.Location)?

    mutating func append(_ value: JSONValue) {
      if let (text, location) = key {
        members.append(.init(key: text, keyLocation: location, value: value))
      } else {
        elements.append(value)
      }
      key = nil
    }

    var value: JSONValue { JSONValue(content: isObject ? .object(members) : .array(elements), location: location) }
  }

  // MARK: Structure

  private mutating func readDocument() throws(JSONError) -> JSONValue {
    var open: [Frame] = []
    while true {
      skipWhitespace()
      valueCount += 1
      if valueCount > Self.maxValueCount {
        throw error("text holds more than \(Self.maxValueCount.grouped) values", .tooManyValues)
      }
      var value: JSONValue
      switch peek {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let frame = try openContainer(depth: open.count)
        guard let empty = try emptyContainer(frame) else {
          open.append(frame)
          if frame.isObject { try readKey(into: &open[open.count - 1]) }
          continue
        }
        value = empty
      default:
        value = try readScalar()
      }
      // One value may end any number of containers.
      while let innermost = open.indices.last {
        open[innermost].append(value)
        guard try endsContainer(&open[innermost]) else { break }
        value = open.removeLast().value
      }
      guard open.isEmpty else { continue }
      skipWhitespace()
      if offset < bytes.count { throw error("text continues after the value") }
      return value
    }
  }

  private mutating func openContainer(depth: Int) throws(JSONError) -> Frame {
    if depth >= maxDepth { throw error("nesting is deeper than \(maxDepth) levels", .tooDeep) }
    let frame = Frame(location: location, isObject: peek == UInt8(ascii: "{"))
    offset += 1
    return frame
  }

  /// The value of a container that closes at once; nil when it has content.
  private mutating func emptyContainer(_ frame: Frame) throws(JSONError) -> JSONValue? {
    skipWhitespace()
    guard peek == UInt8(ascii: frame.isObject ? "}" : "]") else { return nil }
    offset += 1
    return frame.value
  }

  /// Reads what follows a value: a comma (and the next key) or the end of the container.
  private mutating func endsContainer(_ frame: inout Frame) throws(JSONError) -> Bool {
    skipWhitespace()
    switch peek {
    case UInt8(ascii: ","):
      let comma = location
      offset += 1
      skipWhitespace()
      if peek == UInt8(ascii: "}") || peek == UInt8(ascii: "]") {
        throw JSONError(
          message: "comma before the end of \(frame.isObject ? "an object" : "an array")", location: comma)
      }
      if frame.isObject { try readKey(into: &frame) }
      return false
    case UInt8(ascii: frame.isObject ? "}" : "]"):
      offset += 1
      return true
    case nil: throw error("text ends inside \(frame.isObject ? "an object" : "an array")", .truncated)
    default: throw error("expected a comma or the end of \(frame.isObject ? "the object" : "the array")")
    }
  }

  private mutating func readKey(into frame: inout Frame) throws(JSONError) {
    skipWhitespace()
    let location = location
    guard peek == UInt8(ascii: "\"") else { throw error("expected a key in quotation marks") }
    let key = try readString()
    if !frame.keys.insert(Array(key.utf8)).inserted, !allowsDuplicateKeys {
      throw JSONError(
        message: "key \(quoted(key)) stands twice in one object", location: location, reason: .duplicateKey)
    }
    skipWhitespace()
    guard peek == UInt8(ascii: ":") else { throw error("expected a colon after the key \(quoted(key))") }
    offset += 1
    frame.key = (key, location)
  }

  // MARK: Scalars

  private mutating func readScalar() throws(JSONError) -> JSONValue {
    let location = location
    switch peek {
    case UInt8(ascii: "\""): return JSONValue(content: .string(try readString()), location: location)
    case nil: throw error("text ends where a value should stand", .truncated)
    case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte):
      return JSONValue(content: .number(try readNumber()), location: location)
    default:
      if take("true") { return JSONValue(content: .bool(true), location: location) }
      if take("false") { return JSONValue(content: .bool(false), location: location) }
      if take("null") { return JSONValue(content: .null, location: location) }
      throw error("expected a value")
    }
  }

  private mutating func readNumber() throws(JSONError) -> JSONValue.Number {
    let start = location
    if peek == UInt8(ascii: "-") { offset += 1 }
    let integerOffset = offset
    try readDigits()
    if offset - integerOffset > 1, bytes[integerOffset] == UInt8(ascii: "0") {
      throw JSONError(message: "number begins with a zero", location: start)
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      try readDigits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try readDigits()
    }
    guard offset - start.byteOffset <= Self.maxNumberByteCount else {
      throw JSONError(message: "number is longer than \(Self.maxNumberByteCount.grouped) characters", location: start)
    }
    return JSONValue.Number(text: String(decoding: bytes[start.byteOffset..<offset], as: UTF8.self))
  }

  private mutating func readDigits() throws(JSONError) {
    let start = offset
    while let byte = peek, isDigit(byte) { offset += 1 }
    if offset == start { throw error("expected a digit") }
  }

  private mutating func readString() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try readEscape()).utf8)
      case 0..<0x20: throw error("control character in a string; it must be written as an escape")
      default:
        if byte & 0xC0 == 0x80 { columnBase += 1 }
        text.append(byte)
        offset += 1
      }
    }
    throw error("text ends inside a string", .truncated)
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = location
    offset += 1
    let letter = peek
    offset += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
    default: throw JSONError(message: "unknown escape in a string", location: start)
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private mutating func readUnicodeEscape(from start: JSONValue.Location) throws(JSONError) -> Unicode.Scalar {
    let first = try readFourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take("\\u") {
      let second = try readFourHexDigits()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw JSONError(message: "half of a surrogate pair", location: start, reason: .loneSurrogate)
  }

  private mutating func readFourHexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("expected four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  // MARK: Bytes

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private var location: JSONValue.Location {
    JSONValue.Location(byteOffset: offset, line: line, column: offset - columnBase + 1)
  }

  private func error(_ message: String, _ reason: JSONError.Reason = .malformed) -> JSONError {
    JSONError(message: message, location: location, reason: reason)
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
        if byte == UInt8(ascii: "\r"), peek == UInt8(ascii: "\n") { offset += 1 }
        line += 1
        columnBase = offset
      default: return
      }
    }
  }

  /// Before a value is read.
  private mutating func validateEncoding() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error("text begins with a byte order mark") }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(message: "text is not UTF-8", location: .init(ofByte: error.byteOffsets.lowerBound, in: bytes))
    }
  }
}
