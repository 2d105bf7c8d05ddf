/// A JSON value that remembers where it stood, so that a complaint about it can name the place.
package struct JSONValue: Sendable, Hashable {
  /// A place in a JSON text.
  package struct Location: Sendable, Hashable, CustomStringConvertible {
    /// Counted from 0.
    package var byteOffset: Int
    /// Counted from 1; a line ends with LF, CR or CR LF.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    package init(byteOffset: Int, line: Int, column: Int) {
      self.byteOffset = byteOffset
      self.line = line
      self.column = column
    }

    /// How error messages name it.
    package var description: String { "line \(line), column \(column)" }
  }

  /// A number as it was written, and as a machine number where it fits.
  package struct Number: Sendable, Hashable {
    /// The digits exactly as they stood.
    package let text: String
    /// Nil when the text has a fraction or an exponent, or does not fit 64 bits.
    package var int: Int? { Int(text) }
    /// Nil when it is too large to be finite.
    package var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// One key and its value.
  package struct Member: Sendable, Hashable {
    /// After the escapes.
    package let key: String
    /// Where the key's quotation mark stands.
    package let keyLocation: Location
    /// What the key names.
    package let value: JSONValue
  }

  /// What the value is.
  package enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSONValue])
    /// In the order of the text, duplicates included where the reader lets them through.
    case object([Member])
  }

  /// What the value is.
  package let content: Content
  /// Where its first byte stands.
  package let location: Location

  /// What it is, as messages call it: `a string`.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The members, when it is an object.
  package var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  /// The elements, when it is an array.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The text, when it is a string.
  package var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The number, when it is one.
  package var number: Number? {
    guard case .number(let number) = content else { return nil }
    return number
  }

  /// The truth value, when it is one.
  package var bool: Bool? {
    guard case .bool(let flag) = content else { return nil }
    return flag
  }

  /// Whether it is `null`.
  package var isNull: Bool { content == .null }

  /// The value of a key when it is an object; of several, the last, as most readers on devices take it.
  package subscript(key: String) -> JSONValue? {
    members?.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is, where somebody answers it differently.
  package enum Reason: Sendable, Hashable {
    /// It breaks the grammar.
    case malformed
    /// It ends too early.
    case truncated
    /// Its arrays and objects stand too deep within each other.
    case tooDeep
    /// It holds too many values.
    case tooManyValues
    /// An object has a key twice.
    case duplicateKey
    /// An escape names half of a surrogate pair.
    case loneSurrogate
  }

  /// Lower case, no full stop.
  package let message: String
  /// Where the offending byte stands.
  package let location: JSONValue.Location
  /// What kind of fault it is.
  package let reason: Reason

  package init(message: String, location: JSONValue.Location, reason: Reason = .malformed) {
    self.message = message
    self.location = location
    self.reason = reason
  }

  /// The place, then the message.
  package var description: String { "\(location): \(message)" }
}

extension JSONValue.Location {
  /// The place of a byte by counting from the start of the text.
  init(ofByte target: Int, in bytes: [UInt8]) {
    self.init(byteOffset: target, line: 1, column: 1)
    var previous: UInt8 = 0
    for byte in bytes[..<target] {
      let endsLine = byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r"))
      if endsLine { line += 1 }
      if endsLine || byte == UInt8(ascii: "\n") {
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
  }
}
