import Glibc
import PushImage
import PushImageFetching

/// The process from start to exit status. Everything with an outcome goes through `main`.
enum Program {
  /// Runs the command named by the arguments and ends the process.
  static func main() -> Never {
    FileDescriptors.reserveStandardOnes()
    // A closed pipe is then an error of `write`, and temporary files are removed before the process ends.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    let status = run(arguments: FilePath.processArguments(), console: console)
    console.finish()
    if let number = Interrupt.signalNumber { Interrupt.exitProcess(number) }
    exit(status.rawValue)
  }

  /// Runs one command; every failure becomes a line on standard error and a status.
  static func run(arguments: [FilePath], console: Console) -> ExitStatus {
    do {
      let (command, rest) = try Commands.select(arguments)
      return try run(command, arguments: rest, console: console)
    } catch let error as UsageError {
      console.diagnose("\(error.message)\n\(error.hint)")
      return .usage
    } catch let error as PushImageError {
      fail(error, console: console)
    } catch {
      console.diagnose("internal error: \(error)")
      return .internalError
    }
  }

  /// Ends the process with what could not be done; quietly when nobody reads the results any more.
  static func fail(_ error: PushImageError, console: Console) -> Never {
    if error.code == .brokenPipe {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
      exit(128 + SIGPIPE)
    }
    console.endProgress()
    console.diagnose(error.description)
    exit(error.exitStatus.rawValue)
  }

  private static func run(_ command: any Command, arguments: [FilePath], console: Console) throws -> ExitStatus {
    do {
      let parsed = try ArgumentParser(options: command.options).parse(arguments)
      if parsed.has(.help) {
        try console.write(HelpText.text(for: command))
        return .success
      }
      return try command.run(parsed, console: console)
    } catch var error as UsageError {
      error.command = error.command ?? type(of: command).name
      throw error
    }
  }
}

extension PushImageError {
  /// The status that a run with this failure ends with.
  var exitStatus: ExitStatus {
    switch code {
    case .invalidPolicy, .invalidCertificateFile: .usage
    case .outOfMemory: .internalError
    case .unreadable, .unwritable, .changedWhileRead, .networkUnavailable, .interrupted, .cancelled:
      .unchecked
    default: .internalError
    }
  }
}

extension PushImageError.Code {
  /// The run was stopped by a signal while it waited for input.
  static let interrupted = Self(rawValue: "interrupted")
}
