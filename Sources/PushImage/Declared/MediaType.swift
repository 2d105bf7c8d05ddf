/// A media type as a `Content-Type` field carries it, by RFC 9110, section 8.3.1.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// `charset=utf-8`.
  public struct Parameter: Sendable, Hashable {
    /// Lower case.
    public let name: String
    /// Without the quotation marks and escapes of a quoted string; case as sent.
    public let value: String
  }

  /// Why a field value is no media type.
  public struct ParsingError: Error, Sendable, Hashable {
    /// Lower case, no full stop.
    public let message: String
    /// Counted from 0 in the bytes of the field value.
    public let byteOffset: Int
  }

  /// The top-level type, lower case: `image`.
  public let type: String
  /// The subtype, lower case: `jpeg`.
  public let subtype: String
  /// In the order they were sent; no name twice.
  public let parameters: [Parameter]

  /// Type and subtype without the parameters: `image/jpeg`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The essence.
  public var description: String { essence }

  /// Whether it says nothing but "some bytes": what a store answers when nobody told it the type.
  public var isGeneric: Bool { subtype == "octet-stream" && (type == "application" || type == "binary") }

  /// The value of a parameter, by its name in any case.
  public func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name.lowercased() }?.value
  }

  /// Reads a field value. White space around it and around `;` is allowed, around `/` and `=` it is not.
  ///
  /// Checks the syntax only, not that the type is registered.
  /// - Throws: `ParsingError` at the first byte that the grammar does not allow, and for a parameter sent twice.
  public init(parsing text: String) throws(ParsingError) {
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.skipWhitespace()
    type = try scanner.token("a type").lowercased()
    try scanner.expect("/", "after the type")
    subtype = try scanner.token("a subtype").lowercased()
    parameters = try scanner.parameters()
  }

  /// Walks the field value once from left to right.
  private struct Scanner {
    let bytes: [UInt8]
    var offset = 0

    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipWhitespace() {
      while let byte = peek, byte == 0x20 || byte == 0x09 { offset += 1 }
    }

    mutating func token(_ what: String) throws(ParsingError) -> String {
      let start = offset
      while let byte = peek, Self.isTokenByte(byte) { offset += 1 }
      if offset == start { throw unexpected(what) }
      return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    mutating func expect(_ delimiter: Unicode.Scalar, _ place: String) throws(ParsingError) {
      guard peek == UInt8(ascii: delimiter) else { throw unexpected("\"\(delimiter)\" \(place)") }
      offset += 1
    }

    /// Empty parameters (`image/png;` and `;;`) are allowed by the grammar.
    mutating func parameters() throws(ParsingError) -> [Parameter] {
      var parameters: [Parameter] = []
      var names: Set<String> = []
      while true {
        skipWhitespace()
        guard peek != nil else { return parameters }
        try expect(";", "before a parameter")
        skipWhitespace()
        if peek == nil || peek == UInt8(ascii: ";") { continue }
        let start = offset
        let name = try token("a parameter name").lowercased()
        try expect("=", "after the parameter name")
        let value = peek == UInt8(ascii: "\"") ? try quotedString() : try token("a parameter value")
        guard names.insert(name).inserted else {
          throw ParsingError(message: "parameter \(quoted(name)) stands twice", byteOffset: start)
        }
        parameters.append(Parameter(name: name, value: value))
      }
    }

    private mutating func quotedString() throws(ParsingError) -> String {
      offset += 1
      var value: [UInt8] = []
      while let byte = peek {
        offset += 1
        switch byte {
        case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let escaped = peek, Self.isTextByte(escaped) else { throw unexpected("a character after \"\\\"") }
          offset += 1
          value.append(escaped)
        case _ where Self.isTextByte(byte): value.append(byte)
        default:
          offset -= 1
          throw unexpected("text")
        }
      }
      throw unexpected("the end of the quoted string")
    }

    private func unexpected(_ wanted: String) -> ParsingError {
      guard let byte = peek else { return ParsingError(message: "text ends before \(wanted)", byteOffset: offset) }
      let found = byte < 0x80 ? quoted(String(Unicode.Scalar(byte))) : "a byte that is not ASCII"
      let hint = byte == UInt8(ascii: ",") ? ", as if two fields were joined" : ""
      return ParsingError(message: "found \(found) in place of \(wanted)\(hint)", byteOffset: offset)
    }

    /// tchar of RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }

    /// Tab, space, visible ASCII and anything above: what may stand in a quoted string or behind its backslash.
    private static func isTextByte(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
  }
}
