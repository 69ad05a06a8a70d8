import FerryPath

/// Why the command ends before its work is done.
enum CommandError: Error {
  /// The command line makes no sense.
  case usage(String)
  /// A path on the command line is none.
  case path(WirePath.SyntaxError)
  /// A file cannot be opened, read or written.
  case system(String)
  /// The input is not what it should be.
  case invalid(Diagnostic)
  /// The work would lose part of the input.
  case refused(Diagnostic)
  /// Nobody reads the output any more, as behind `ferry … | head`: no reason to complain.
  case outputClosed
}

/// What the command tells the shell.
enum ExitCode {
  static let success: Int32 = 0
  /// Invalid data, or no match where one was asked for.
  static let invalid: Int32 = 1
  /// Wrong usage, or a file that cannot be opened.
  static let trouble: Int32 = 2
}
