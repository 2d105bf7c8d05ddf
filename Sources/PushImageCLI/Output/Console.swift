import Glibc
import PushImage

/// The three things a command says: results on standard output, diagnostics and progress on standard error.
final class Console {
  let standardOutput = ByteSink(descriptor: STDOUT_FILENO, title: "standard output")
  private var progress: Progress?

  /// Results.
  func write(_ text: String) throws(PushImageError) {
    try standardOutput.write(text.utf8)
  }

  /// `pushimage: …` on standard error, at once. Nothing can be done when that fails.
  func diagnose(_ message: String) {
    // What was found before is shown before.
    try? standardOutput.flush()
    note("pushimage: \(message)")
  }

  /// A line of its own on standard error.
  func note(_ line: String) {
    progress?.clear()
    try? ByteSink.writeAll("\(line)\n".utf8, to: STDERR_FILENO)
  }

  /// Shows how far a long run is, on a terminal that nothing else is written to.
  func startProgress() {
    guard isatty(STDERR_FILENO) == 1, isatty(STDOUT_FILENO) == 0, Environment.value("TERM") != "dumb" else { return }
    progress = Progress()
  }

  func progress(_ count: Int) { progress?.show(count) }

  func endProgress() {
    progress?.clear()
    progress = nil
  }

  /// Passes everything on before the process ends.
  func finish() {
    endProgress()
    do throws(PushImageError) {
      try standardOutput.flush()
    } catch {
      Program.fail(error, console: self)
    }
  }
}

/// One line that is written over and over, at most ten times a second.
private final class Progress {
  private static let interval = 0.1
  private var lastShown = 0.0
  private var isShown = false

  func show(_ count: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    guard now - lastShown >= Self.interval else { return }
    lastShown = now
    isShown = true
    try? ByteSink.writeAll("\r\(count.grouped) files done".utf8, to: STDERR_FILENO)
  }

  func clear() {
    guard isShown else { return }
    isShown = false
    try? ByteSink.writeAll("\r\u{1B}[K".utf8, to: STDERR_FILENO)
  }
}
