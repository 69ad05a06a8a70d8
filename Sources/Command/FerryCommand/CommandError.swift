import Ferry

/// A reason for the command to end early.
enum CommandError: Error {
  /// The command line is invalid.
  case usage(String)
  /// A file cannot be opened, read or written.
  case system(String)
  /// The input is invalid, or a path has no match.
  case invalid(Problem)
  /// Replacing a file would lose comments, tags or hard links, or a path on the command line is
  /// invalid.
  case refused(Problem)
  /// The process that reads the output has closed it, as in `ferry … | head`. This is not an error.
  case outputClosed
}

extension CommandError {
  /// The same error without any text of a document.
  var redacted: CommandError {
    switch self {
    case .invalid(let problem): return .invalid(problem.unquoted)
    case .refused(let problem):
      var redacted = problem.unquoted
      // It names an option and quotes nothing.
      redacted.advice = problem.hint
      return .refused(redacted)
    default: return self
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// The message, for an error that is a part of another one.
  var description: String {
    switch self {
    case .usage(let message), .system(let message): message
    case .invalid(let problem), .refused(let problem): problem.headline
    case .outputClosed: "the output is closed"
    }
  }
}

/// The exit codes of the command.
enum ExitCode {
  static let success: Int32 = 0
  /// Invalid data, or no match where one is required.
  static let invalid: Int32 = 1
  /// Wrong usage, or a file that cannot be opened.
  static let trouble: Int32 = 2
}
