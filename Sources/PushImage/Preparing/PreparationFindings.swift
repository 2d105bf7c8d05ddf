internal import PushImageFormats

/// What is to be said of a preparation rather than of a picture.
enum PreparationFindings {
  static let findingKinds: [Finding.Kind] = [overBudget, undecodable, rowsLost, framesLost]

  private static let decoding = "https://www.w3.org/TR/png-3/#13Decoders"

  static let overBudget = Finding.Kind(
    "prepare.over-budget", .error,
    meaning: "the picture cannot be made small enough without going below the lowest quality and size allowed",
    remedy: "Allow more bytes, a lower quality or a smaller side, or send a simpler picture.",
    reference: "https://developer.android.com/topic/performance/network-xfer")
  static let undecodable = Finding.Kind(
    "prepare.undecodable", .error,
    meaning: "the picture would have to be changed for this, and no decoder here makes pixels of it",
    remedy: "Export the picture again as PNG or baseline JPEG.", reference: decoding)
  static let rowsLost = Finding.Kind(
    "prepare.rows-lost", .warning,
    meaning: "the picture was damaged, and what could not be read of it is missing or made up in the output",
    remedy: "Look at the output, or export the picture again from its source.", reference: decoding)
  static let framesLost = Finding.Kind(
    "prepare.frames-lost", .warning,
    meaning: "one picture was made of an animation that this platform would have played",
    remedy: "Send a smaller animation.", reference: decoding)
}

extension Report {
  /// The same report with what was found while preparing, in front; an error rejects on every platform, a warning
  /// leaves none accepted.
  func adding(preparation findings: [Finding]) -> Report {
    guard let worst = findings.map(\.severity).max() else { return self }
    var report = self
    report.findings = findings + report.findings
    let floor: Verdict = worst == .error ? .rejected : worst == .warning ? .atRisk : .accepted
    report.platforms = platforms.map { PlatformVerdict(platform: $0.platform, verdict: max($0.verdict, floor)) }
    report.verdict = max(verdict, floor)
    return report
  }
}
