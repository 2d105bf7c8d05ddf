import Glibc
import PushImage

/// `--color`.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// Colours of a terminal, or none.
struct Style: Sendable {
  let isColored: Bool

  static let plain = Style(isColored: false)

  init(isColored: Bool) { self.isColored = isColored }

  /// Decides for an output: the option first, then `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, then whether it is a
  /// terminal (no-color.org, bixense.com/clicolors).
  init(_ choice: ColorChoice, descriptor: Int32) {
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      if let value = Environment.value("NO_COLOR"), !value.isEmpty {
        isColored = false
      } else if let value = Environment.value("CLICOLOR_FORCE"), !value.isEmpty, value != "0" {
        isColored = true
      } else {
        isColored = Environment.value("TERM") != "dumb" && isatty(descriptor) == 1
      }
    }
  }

  func verdict(_ verdict: Verdict, _ text: String) -> String {
    switch verdict {
    case .accepted: wrap(text, "32")
    case .atRisk: wrap(text, "33")
    case .undetermined: wrap(text, "35")
    case .rejected: wrap(text, "1;31")
    }
  }

  func severity(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: wrap("error", "31")
    case .warning: wrap("warning", "33")
    case .note: wrap("note", "36")
    }
  }

  func dim(_ text: String) -> String { wrap(text, "2") }

  func bold(_ text: String) -> String { wrap(text, "1") }

  private func wrap(_ text: String, _ code: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

/// The environment, as far as a terminal program asks it.
enum Environment {
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
