import PushImage
import PushImageFetching

/// What a preflight found, for whoever sends the campaign: per platform and client, why, and what to do.
struct PreflightText: Sendable {
  let style: Style

  /// Ends in a line feed.
  func text(_ report: PreflightReport, of item: CampaignRun.Item) -> String {
    var lines = [headline(report, item)]
    if !report.platforms.isEmpty { lines.append("  " + platforms(report)) }
    lines += report.payload.findings.flatMap { self.lines($0, indent: "  ") }
    for image in report.images { lines += self.lines(image) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What was made of the payload; ends in a line feed.
  func text(_ prepared: CampaignPreparation.Result) -> String {
    var lines: [String] = []
    for image in prepared.images {
      lines.append("  \(style.bold("prepared")) \(image.slot.pointer.visible)")
      lines += image.picture.files.map { file in
        "    \(file.action.rawValue.padded(to: 9))  \(file.name) for \(file.platforms.joined(separator: ", "))"
      }
      lines += image.picture.findings.flatMap { self.lines($0, indent: "    ") }
    }
    guard let output = prepared.output, let report = prepared.report else {
      lines.append("  \(style.bold("no payload")): it would name pictures that do not pass")
      return lines.joined(separator: "\n") + "\n"
    }
    lines.append("  \(style.bold(output.visible))  \(style.verdict(report.verdict, report.verdict.words))")
    if !report.platforms.isEmpty { lines.append("    " + platforms(report)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `rejected      campaign.json, payload 3  (Firebase HTTP v1 message, 412 bytes)`.
  private func headline(_ report: PreflightReport, _ item: CampaignRun.Item) -> String {
    let verdict = style.verdict(report.verdict, report.verdict.words.padded(to: 12))
    let place = item.entry.index.map { ", payload \(($0 + 1).grouped)" } ?? ""
    let facts = style.dim("(\(report.payload.type.title), \(counted(report.payload.byteCount, "byte")))")
    return "\(verdict)  \(item.source.visible)\(place)  \(facts)"
  }

  private func platforms(_ report: PreflightReport) -> String {
    report.platforms.map { platform in
      let title = Platforms.platform(id: platform.platform)?.shortTitle ?? platform.platform
      return "\(title): \(style.verdict(platform.verdict, platform.verdict.words))"
    }.joined(separator: "   ")
  }

  private func lines(_ image: PreflightReport.Image) -> [String] {
    let role = image.slot.role == .image ? "" : " \(image.slot.role.rawValue)"
    var lines = ["  \(style.bold(image.slot.pointer.visible))\(role)  \(image.slot.url.visible)"]
    guard let report = image.report else {
      if image.slot.role == .image { lines.append("    \(style.dim("not loaded by any platform asked for"))") }
      return lines
    }
    lines.append("    \(style.verdict(report.verdict, report.verdict.words))  \(facts(report))")
    lines += image.clients.map(line)
    lines += report.findings.flatMap { self.lines($0, indent: "    ") }
    return lines
  }

  private func facts(_ report: Report) -> String {
    guard let format = report.format else {
      return style.dim(report.sha256 == nil ? "(nothing read)" : "(\(counted(report.byteCount, "byte")))")
    }
    let size = report.info.map { ", \($0.width)x\($0.height)" } ?? ""
    return style.dim("(\(format.title), \(counted(report.byteCount, "byte"))\(size))")
  }

  /// `not shown  firebase-ios: file "x" has no extension (UNErrorDomain 101)`.
  private func line(_ outcome: ClientOutcome) -> String {
    let (verdict, words): (Verdict, String) =
      switch outcome.outcome {
      case .shown: (.accepted, "shown")
      case .atRisk: (.atRisk, "at risk")
      case .notShown: (.rejected, "not shown")
      }
    let code = outcome.unError.map { " (UNErrorDomain \($0))" } ?? ""
    let reason = outcome.message.map { ": \($0.visible)\(code)" } ?? ""
    return "    \(style.verdict(verdict, words.padded(to: 9)))  \(outcome.client)\(reason)"
  }

  private func lines(_ finding: Finding, indent: String) -> [String] {
    let platform = finding.platform.map { " \($0)" } ?? ""
    let place = finding.location?.pointer.map { ", at \($0.isEmpty ? "the top" : $0.visible)" } ?? ""
    let first = "\(indent)\(style.severity(finding.severity))\(platform): \(finding.message.visible)\(place)"
    return ["\(first) \(style.dim("[\(finding.kind.id)]"))", "\(indent)  \(finding.kind.remedy)"]
  }
}
