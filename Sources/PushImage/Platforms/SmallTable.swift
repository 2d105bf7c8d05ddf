/// A few values by key, in the order of their literal.
///
/// Looked up by comparing: for a handful of short keys that is several times faster than hashing, and a program that
/// looks at one picture is spared what the first use of a `Dictionary` costs (a tenth of a millisecond a key type).
/// Does not look for keys given twice; the first counts.
public struct SmallTable<Key: Sendable, Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  /// One key and its value.
  public struct Entry: Sendable {
    /// What it is found by.
    public let key: Key
    /// What is found.
    public let value: Value
  }

  /// In the order of the literal.
  public let entries: [Entry]

  /// Makes a table of the pairs of a literal.
  public init(dictionaryLiteral elements: (Key, Value)...) {
    entries = elements.map { Entry(key: $0.0, value: $0.1) }
  }

  /// In the order of the literal.
  public var keys: [Key] { entries.map(\.key) }
}

extension SmallTable where Key: Equatable {
  /// The value of a key; nil when there is none.
  public subscript(key: Key) -> Value? {
    for index in entries.indices where entries[index].key == key { return entries[index].value }
    return nil
  }

  /// Whether there is such a key.
  public func has(_ key: Key) -> Bool { entries.indices.contains { entries[$0].key == key } }
}

extension SmallTable.Entry: Equatable where Key: Equatable, Value: Equatable {}
extension SmallTable.Entry: Hashable where Key: Hashable, Value: Hashable {}
extension SmallTable: Equatable where Key: Equatable, Value: Equatable {}
extension SmallTable: Hashable where Key: Hashable, Value: Hashable {}
