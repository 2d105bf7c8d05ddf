import PushImage

/// A report for people: a line per picture, and below it what was found and what to do.
struct ReportText: Sendable {
  let style: Style
  /// Also lists what the bytes are.
  var showsSegments = false

  /// Ends in a line feed.
  func text(_ report: Report) -> String {
    var lines = [headline(report)]
    for finding in report.findings { lines += self.lines(finding) }
    if showsSegments { lines += report.segments.map(line) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `rejected      hero.png  (JPEG, 1,200,345 bytes, 1024x512)`.
  private func headline(_ report: Report) -> String {
    let verdict = style.verdict(report.verdict, report.verdict.words.padded(to: 12))
    return "\(verdict)  \((report.source ?? "-").visible)  \(facts(report))"
  }

  private func facts(_ report: Report) -> String {
    if report.isUnread { return style.dim("(nothing read)") }
    var facts = [report.format?.title ?? "unknown", counted(report.byteCount, "byte")]
    if let info = report.info {
      facts.append("\(info.width)x\(info.height)")
      if info.frameCount > 1 { facts.append("\(info.frameCount.grouped) frames") }
    }
    return style.dim("(\(facts.joined(separator: ", ")))")
  }

  private func lines(_ finding: Finding) -> [String] {
    let platform = finding.platform.map { " \($0)" } ?? ""
    let place = finding.location?.byteOffset.map { ", at byte \($0.grouped)" } ?? ""
    let first = "  \(style.severity(finding.severity))\(platform): \(finding.message.visible)\(place)"
    return ["\(first) \(style.dim("[\(finding.kind.id)]"))", "    \(finding.kind.remedy)"]
  }

  private func line(_ segment: Segment) -> String {
    let times = segment.repeatCount > 1 ? " x\(segment.repeatCount.grouped)" : ""
    return "  \(segment.byteOffset)..<\(segment.endOffset)  \(segment.name.visible)\(times)"
  }

  /// `renamed       pictures/hero.png -> hero.jpg  (JPEG, 81,234 bytes, 1024x512)` and the findings of the output.
  func text(_ preparation: Preparation) -> String {
    let report = preparation.report
    let action = style.verdict(report.verdict, preparation.action.rawValue.padded(to: 12))
    let output = preparation.fileName.map { " -> \($0.visible)" } ?? ""
    let headline = "\(action)  \((report.source ?? "-").visible)\(output)  \(facts(report))"
    return ([headline] + report.findings.flatMap(lines)).joined(separator: "\n") + "\n"
  }

  /// A line for an input that was not read, or whose output was not written.
  func text(source: String, _ error: PushImageError) -> String {
    let words = error.code == .unwritable ? "not written" : "not read"
    return "\(style.verdict(.undetermined, words.padded(to: 12)))  \(source.visible)  \(error.description.visible)\n"
  }
}
