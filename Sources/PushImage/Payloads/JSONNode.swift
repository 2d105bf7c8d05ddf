/// A JSON value together with its place, so that whoever walks down can always say where it is.
package struct JSONNode: Sendable {
  /// What stands there.
  package let value: JSONValue
  /// Where it stands, from the root of the payload.
  package let place: JSONPointer

  /// The root.
  package init(_ root: JSONValue) { self.init(root, at: JSONPointer()) }

  private init(_ value: JSONValue, at place: JSONPointer) {
    self.value = value
    self.place = place
  }

  /// The value of a key; nil when there is none or this is no object.
  package subscript(key: String) -> JSONNode? {
    value[key].map { JSONNode($0, at: place.appending(.key(key))) }
  }

  /// The value of the first key that is there and not null; nil when there is none.
  package func first(of keys: String...) -> JSONNode? {
    for key in keys {
      if let found = self[key], !found.value.isNull { return found }
    }
    return nil
  }

  /// The value at the end of a path of keys.
  package func at(_ path: [String]) -> JSONNode? {
    path.reduce(self as JSONNode?) { node, key in node?[key] }
  }

  /// The elements when it is an array, else none.
  package var elements: [JSONNode] {
    (value.elements ?? []).enumerated().map { JSONNode($1, at: place.appending(.index($0))) }
  }

  /// The members when it is an object, else none.
  package var members: [(key: String, node: JSONNode)] {
    (value.members ?? []).map { ($0.key, JSONNode($0.value, at: place.appending(.key($0.key)))) }
  }

  /// The value that a string holds as text; nil when this is no string.
  ///
  /// - Throws: `JSONError` with its place counted within the string.
  package func embedded(allowsDuplicateKeys: Bool = false) throws(JSONError) -> JSONNode? {
    guard let text = value.string else { return nil }
    var options = JSONReader.Options()
    options.allowsDuplicateKeys = allowsDuplicateKeys
    return JSONNode(try JSONReader.read(Array(text.utf8), options: options), at: place.appending(.text))
  }

  /// Follows a pointer as people write it: RFC 6901, with `#` behind a key (or nothing at all) to go into the JSON
  /// that a string holds. Nil when it leads nowhere.
  package func at(pointer: String) -> JSONNode? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    var node = self
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let next = node.step(Self.unescaped(token)) else { return nil }
      node = next
    }
    return node
  }

  private func step(_ token: String) -> JSONNode? {
    if let elements = value.elements {
      guard let index = Int(token), elements.indices.contains(index) else { return nil }
      return JSONNode(elements[index], at: place.appending(.index(index)))
    }
    if value.string != nil { return (try? embedded(allowsDuplicateKeys: true))?.step(token) }
    if let member = self[token] { return member }
    guard token.hasSuffix("#"), let text = self[String(token.dropLast())] else { return nil }
    return try? text.embedded(allowsDuplicateKeys: true)
  }

  private static func unescaped(_ token: Substring) -> String {
    var text = ""
    var isEscape = false
    for scalar in token.unicodeScalars {
      switch (isEscape, scalar) {
      case (true, "0"): text += "~"
      case (true, "1"): text += "/"
      case (true, _):
        text += "~"
        text.unicodeScalars.append(scalar)
      case (false, "~"): break
      default: text.unicodeScalars.append(scalar)
      }
      isEscape = !isEscape && scalar == "~"
    }
    return isEscape ? text + "~" : text
  }
}
