internal import PushImage

/// What came of many comparisons.
public struct DifferentialTally: Sendable {
  /// A file that the native engine calls intact and the reference does not.
  public struct Miss: Sendable {
    /// File and damage, and what the engines say.
    public let summary: String
    /// The number of the mutant; nil for a file as it was found.
    public let number: Int?
    /// The file.
    public let bytes: [UInt8]
  }

  /// Comparisons made.
  public private(set) var count = 0
  /// Those that both engines call intact.
  public private(set) var intactCount = 0
  /// Must stay empty.
  public private(set) var misses: [Miss] = []
  /// Files that only the reference calls intact, by the first complaint of the native engine.
  public private(set) var reverse: [String: Int] = [:]
  /// For each class of the reverse, one file.
  public private(set) var examples: [String: Miss] = [:]

  /// Nothing yet.
  public init() {}

  /// Adds one comparison.
  public mutating func add(
    _ comparison: EngineComparison, of bytes: [UInt8], number: Int? = nil, _ summary: @autoclosure () -> String
  ) {
    count += 1
    if comparison.isMiss {
      misses.append(Miss(summary: "\(summary()): \(comparison.summary)", number: number, bytes: bytes))
    } else if let name = comparison.reverseClass {
      reverse[name, default: 0] += 1
      if examples[name] == nil {
        examples[name] = Miss(summary: "\(summary()): \(comparison.summary)", number: number, bytes: bytes)
      }
    } else if comparison.native.integrity == .intact {
      intactCount += 1
    }
  }

  /// Adds what another lane counted.
  public mutating func add(_ other: DifferentialTally) {
    count += other.count
    intactCount += other.intactCount
    misses += other.misses
    reverse.merge(other.reverse, uniquingKeysWith: +)
    examples.merge(other.examples) { first, _ in first }
  }

  /// The figures in lines.
  public var table: String {
    var lines = ["\(count) compared, \(intactCount) intact by both, \(misses.count) intact by the native engine only"]
    for (name, count) in reverse.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  intact by the reference only: \(count) \(name)")
    }
    return lines.joined(separator: "\n")
  }
}
