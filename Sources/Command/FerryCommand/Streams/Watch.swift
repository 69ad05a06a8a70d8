@unsafe @preconcurrency import Dispatch
import Ferry
import Synchronization

/// A check that runs again after each change of the files that it read.
enum Watch {
  /// The files that the command has opened, or tried to open, each with its state before that; nil
  /// without a watch.
  private static let opened = Mutex<[String: FileState]?>(nil)

  /// Whether files are read again. A pipe cannot be, and to open it would wait for its writer.
  static var isRunning: Bool { opened.withLock { $0 != nil } }

  /// Notes that the file or folder at `path` is read.
  static func note(_ path: FileName) {
    // The paths of a watch are text.
    guard isRunning, let path = path.text else { return }
    let state = FileState(path)
    // A file that is read twice may change in between.
    opened.withLock { if $0?[path] == nil { $0?[path] = state } }
  }

  /// Runs `check`, and runs it again after each change of a file. Problems of the files are
  /// reported. Only another problem ends the watch, such as an invalid command line.
  static func run(
    _ messages: Messages, _ check: () throws(CommandError) -> Int32
  ) throws(CommandError) -> Int32 {
    while true {
      opened.withLock { $0 = [:] }
      do throws(CommandError) {
        _ = try check()
      } catch {
        switch error {
        // No change of a file mends the command line.
        case .refused(let problem) where problem.kind == .invalidPath: throw error
        case .invalid, .system, .refused: messages.report(error)
        case .usage, .outputClosed: throw error
        }
      }
      waitForChange()
    }
  }

  /// Blocks until a file has another state than before it was read, and has then not changed for
  /// 30 ms, so that no half-written file is read.
  private static func waitForChange() {
    let states = opened.withLock { $0 ?? [:] }
    let event = DispatchSemaphore(value: 0)
    let watcher = FileWatcher(Array(states.keys))
    let task = Task { for await _ in watcher.changes { event.signal() } }
    defer { task.cancel() }
    // A file may have changed before the watcher saw it.
    while states.allSatisfy({ FileState($0.key) == $0.value }) { event.wait() }
    while event.wait(timeout: .now() + .milliseconds(30)) == .success {}
  }
}
