import Foundation

/// What is said beside the result: on standard error, progress only where a person looks on.
struct Notices {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// A sentence that stays.
  func say(_ sentence: String) {
    FileHandle.standardError.write(Data("ferry-bench: \(sentence)\n".utf8))
  }

  /// What is being done now; the next call takes its place.
  func progress(_ done: Int, of all: Int, _ what: String) {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K[\(done)/\(all)] \(what)".utf8))
  }

  /// Takes the progress off the screen, before a line of the result or at the end.
  func clearProgress() {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
