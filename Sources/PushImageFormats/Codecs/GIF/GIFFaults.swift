/// Collects findings, one per kind: ten thousand frames with the same fault are one finding that counts them.
struct GIFFaults: Sendable {
  private var firsts: [Finding] = []
  private var counts: [Int] = []

  mutating func add(_ kind: Finding.Kind, _ message: String, at byteOffset: Int, frame frameIndex: Int? = nil) {
    if let index = firsts.firstIndex(where: { $0.kind == kind }) {
      counts[index] += 1
      return
    }
    firsts.append(
      Finding(kind, message, location: Finding.Location(byteOffset: byteOffset, frameIndex: frameIndex)))
    counts.append(1)
  }

  mutating func add(_ finding: Finding) {
    guard !firsts.contains(where: { $0.kind == finding.kind }) else { return }
    firsts.append(finding)
    counts.append(1)
  }

  /// In the order in which the kinds were first met.
  var findings: [Finding] {
    zip(firsts, counts).map { first, count in
      guard count > 1 else { return first }
      return Finding(
        first.kind, "\(first.message) (the first of \(count.grouped))", actual: first.actual,
        limit: first.limit, unit: first.unit, location: first.location)
    }
  }

  /// Whether anything so far makes a look at the pixels useless: proven damage or a limit.
  var endsTheWork: Bool {
    firsts.contains { $0.kind.integrity == .undetermined || ($0.kind.integrity == .damaged && $0.severity == .error) }
  }
}
