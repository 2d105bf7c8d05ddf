/// The caller misused the command line; nothing was done. Exit status 2.
struct UsageError: Error {
  /// Lower case, no full stop.
  let message: String
  /// Whose help to point to.
  var command: String?

  init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }

  /// The line after the message.
  var hint: String { "try 'pushimage help\(command.map { " \($0)" } ?? "")'" }
}
