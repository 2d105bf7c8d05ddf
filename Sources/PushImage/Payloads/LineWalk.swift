/// The lines of a text that are not empty.
struct LineWalk {
  private let bytes: [UInt8]
  private var offset = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (bytes: [UInt8], number: Int, offset: Int)? {
    while offset < bytes.count {
      let start = offset
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      offset = end + 1
      number += 1
      let line = bytes[start..<end]
      if line.contains(where: { $0 > 0x20 }) { return (Array(line), number, start) }
    }
    return nil
  }

  /// Whether a text that is no JSON as a whole is one object a line: it begins with one, and one of the first two is
  /// whole.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    var walk = LineWalk(bytes)
    guard let first = walk.next(), let second = walk.next() else { return false }
    let beginsObject = first.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    return beginsObject && [first, second].contains { (try? JSONDocument($0.bytes))?.value.members != nil }
  }
}
