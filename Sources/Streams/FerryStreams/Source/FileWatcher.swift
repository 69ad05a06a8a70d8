@unsafe @preconcurrency import Dispatch
internal import FerrySystem

/// A watch for changes of files by their paths.
///
/// A file changes if it is written, also through another hard link or another mount of the file. It
/// changes if it is replaced by a rename, or reached through a symbolic link that gets another
/// target, as in the mounts of Kubernetes:
///
/// ```
/// config/app.yaml -> ..data/app.yaml
/// config/..data   -> ..2026_11_26        replaced by a rename for each version
/// ```
///
/// On Linux, inotify reports changes of each file and of the directories on the way. Elsewhere, and
/// where inotify has no more watches, the files are looked at every 100 ms.
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
    let poll = { @Sendable in
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
    guard let notifier = PathNotifier(paths) else {
      poll()
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: notifier.descriptor, queue: queue)
    source.setEventHandler {
      let isChange = notifier.readChanges()
      if !notifier.isComplete {
        source.cancel()
        poll()
      }
      if isChange { continuation.yield() }
    }
    source.setCancelHandler { notifier.close() }
    // The handler may replace it by that of a timer.
    continuation.onTermination = { _ in source.cancel() }
    source.activate()
    #else
    poll()
    #endif
  }
}
