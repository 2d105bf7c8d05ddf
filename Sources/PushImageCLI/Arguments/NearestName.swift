/// Finds what somebody probably meant.
enum NearestName {
  /// The known name that is fewest edits away, when that is close enough to be meant.
  static func nearest(to word: String, among names: [String]) -> String? {
    guard word.utf8.count <= 40 else { return nil }
    let ranked = names.map { (name: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, word.count / 3) ? best.name : nil
  }

  /// `, did you mean 'format'?` or nothing.
  static func suggestion(for word: String, among names: [String], prefix: String = "") -> String {
    nearest(to: word, among: names).map { ", did you mean '\(prefix)\($0)'?" } ?? ""
  }

  /// Insertions, deletions, exchanges and swaps of neighbours, each counted once (optimal string alignment).
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
