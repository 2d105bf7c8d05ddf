import Glibc
import PushImage

/// The system's own words for what went wrong, captured at once: the next call may change `errno`.
struct SystemError: Error {
  let number: Int32

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(number: errno) }

  /// `No such file or directory`.
  var text: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// As a failure to read what the caller names.
  func unreadable(_ message: String) -> PushImageError { PushImageError(.unreadable, message, underlying: text) }

  /// As a failure to write what the caller names.
  func unwritable(_ message: String) -> PushImageError { PushImageError(.unwritable, message, underlying: text) }
}
