/// One field of an HTTP header.
public struct HeaderField: Sendable, Hashable {
  /// As the server spelt it.
  public let name: String
  /// Without white space around it; a folded value is joined by one space.
  public let value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// The number in the status line of a header block; nil when it has none.
  package static func status(of block: [UInt8]) -> Int? {
    let line = block.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let parts = line.split(separator: UInt8(ascii: " "))
    guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8) else { return nil }
    return Int(String(decoding: parts[1], as: UTF8.self))
  }

  /// Reads a header block, status line included. A line that is no field is left out.
  package static func parse(_ block: [UInt8]) -> [HeaderField] {
    var fields: [HeaderField] = []
    for line in block.split(separator: UInt8(ascii: "\n")) {
      if let first = line.first, isBlank(first), let last = fields.last {
        let more = text(line)
        if !more.isEmpty { fields[fields.count - 1] = HeaderField(name: last.name, value: "\(last.value) \(more)") }
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        fields.append(HeaderField(name: text(line[..<colon]), value: text(line[(colon + 1)...])))
      }
    }
    return fields
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let rest = bytes.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex
    return String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
  }
}

extension [HeaderField] {
  /// The values of a field in order; its name is compared without case.
  public func values(of name: String) -> [String] {
    let wanted = name.lowercased()
    return compactMap { $0.name.lowercased() == wanted ? $0.value : nil }
  }
}
