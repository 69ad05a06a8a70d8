@unsafe @preconcurrency import Dispatch
internal import FerrySystem

/// A watch for changes of files by their paths.
///
/// A file changes if it is written, replaced by a rename, or reached through a symbolic link that
/// gets another target, as in the mounts of Kubernetes:
///
/// ```
/// config/app.yaml -> ..data/app.yaml
/// config/..data   -> ..2026_11_26        replaced by a rename for each version
/// ```
///
/// On Linux, inotify reports the directories on the way to each file. Elsewhere, and where inotify
/// has no more watches, the files are looked at every 100 ms.
package final class FileWatcher: Sendable {
  /// The stream yields an element after a possible change. Several changes before the next `await`
  /// yield one element.
  package let changes: AsyncStream<Void>

  /// Watches the files at `paths`, which may be missing.
  package init(_ paths: [String]) {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.changes = changes
    let queue = DispatchQueue(label: "Ferry.FileWatcher")
    let poll = {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      var known = paths.map(FileState.init)
      timer.setEventHandler {
        let states = paths.map(FileState.init)
        if states != known { continuation.yield() }
        known = states
      }
      timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
      timer.activate()
      continuation.onTermination = { _ in timer.cancel() }
    }
    #if os(Linux) || os(Android)
    guard let notifier = DirectoryNotifier(paths) else {
      poll()
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: notifier.descriptor, queue: queue)
    source.setEventHandler { if notifier.readChanges() { continuation.yield() } }
    source.setCancelHandler { notifier.close() }
    source.activate()
    continuation.onTermination = { _ in source.cancel() }
    #else
    poll()
    #endif
  }
}

/// A state of a file, which changes with every version of its contents.
package struct FileState: Equatable, Sendable {
  private var device: UInt64 = 0
  private var number: UInt64 = 0
  private var size: Int64 = -1
  /// The modification time in nanoseconds since 1970.
  private var modified: Int64 = 0

  /// Reads the state of the file at `path`. All missing files have the same state.
  package init(_ path: String) {
    guard let status = status(of: FileName(path)) else { return }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
