import PushImage
import Testing

@testable import PushImageCLI

@Suite struct RunSummaryTests {
  @Test func `counts each verdict, and what was not read apart from what was not written`() {
    var summary = RunSummary()
    for verdict in [Verdict.rejected, .accepted, .atRisk, .rejected] { summary.add(verdict) }
    summary.add(failure: PushImageError(.unwritable, "a.png cannot be written"))
    summary.add(failure: PushImageError(.unreadable, "cannot be read"))
    #expect(summary.text == "6 files: 1 accepted, 1 at risk, 2 rejected, 1 not read, 1 not written")
    #expect(summary.exitStatus(strict: false) == .unchecked)
  }

  @Test func `says so when there was nothing`() {
    #expect(RunSummary().text == "0 files: there was nothing to check")
    #expect(RunSummary().exitStatus(strict: true) == .success)
  }
}
