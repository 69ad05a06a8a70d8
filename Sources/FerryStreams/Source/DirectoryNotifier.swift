#if os(Linux) || os(Android)
import FerryBytes
internal import FerrySystem

/// The directories on the way to files, watched through inotify(7).
///
/// Only names on the way to a file count, because a directory such as `/tmp` changes all the time.
final class DirectoryNotifier: @unchecked Sendable {
  // Sendable: after the initialiser, only the queue of the watcher calls the methods.

  let descriptor: Int32
  private let paths: [String]
  /// The names that count in each directory, by the number of its watch.
  private var names: [Int32: Set<String>] = [:]
  /// The watches of the paths that are folders. Each name in them counts.
  private var folders: Set<Int32> = []

  /// - Returns: nil if the system has no more watches.
  init?(_ paths: [String]) {
    self.paths = paths
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard watchDirectories() else {
      close()
      return nil
    }
  }

  func close() { _ = FerrySystem.close(descriptor) }

  /// Reads all events. Returns whether one of them concerns a file.
  func readChanges() -> Bool {
    var isChange = false
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withMutableByteView { receiveBytes(descriptor, $0) }
      guard count > 0 else { break }
      for (watch, name) in Self.events(buffer.prefix(count)) {
        // Without a name, the directory itself has changed, or events were lost.
        let counts = folders.contains(watch) || names[watch]?.contains(name) == true
        if name.isEmpty || counts { isChange = true }
      }
    }
    // A change may put another directory on the way.
    if isChange { _ = watchDirectories() }
    return isChange
  }

  /// Returns the watch and the name of each event. An event is four words and the name, which is
  /// filled up with zeros.
  ///
  /// ```
  /// | watch 4 | mask 4 | cookie 4 | length 4 | name, `length` bytes |
  /// ```
  private static func events(_ bytes: ArraySlice<UInt8>) -> [(watch: Int32, name: String)] {
    bytes.withByteView { bytes in
      var events: [(watch: Int32, name: String)] = []
      var offset = 0
      while offset + 16 <= bytes.count {
        let mask = bytes.load(UInt32.self, at: offset + 4)
        let start = offset + 16
        let end = min(start + Int(bytes.load(UInt32.self, at: offset + 12)), bytes.count)
        let name = bytes[start..<end].prefix { $0 != 0 }
        // The event after the end of a watch has no meaning.
        if mask & UInt32(IN_IGNORED) == 0 {
          events.append(
            (bytes.load(Int32.self, at: offset), String(decoding: name, as: UTF8.self)))
        }
        offset = end
      }
      return events
    }
  }

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
      | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)

  private func watchDirectories() -> Bool {
    let old = folders.union(names.keys)
    names = [:]
    folders = []
    for path in paths {
      // Fails for a file, which is not a directory.
      let folder = unsafe inotify_add_watch(descriptor, path, Self.mask)
      if folder >= 0 { folders.insert(folder) }
      for (directory, name) in Self.steps(to: path) {
        let watch = unsafe inotify_add_watch(descriptor, directory, Self.mask)
        if watch >= 0 {
          names[watch, default: []].insert(name)
        } else if errno == ENOSPC {
          return false
        }
      }
    }
    for watch in old.subtracting(folders) where names[watch] == nil {
      inotify_rm_watch(descriptor, watch)
    }
    return true
  }

  /// Returns the directories that the system reads on the way to `path`, each with the name that it
  /// looks up there. Symbolic links are followed; the way ends at a missing name.
  static func steps(to path: String) -> [(directory: String, name: String)] {
    var steps: [(directory: String, name: String)] = []
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    // The system follows at most 40 links.
    var links = 0
    while let name = names.popFirst() {
      if name == "." { continue }
      steps.append((directory, name))
      let next = directory == "/" ? "/" + name : directory + "/" + name
      if let target = linkTarget(of: FileName(next))?.text {
        links += 1
        if links > 40 { break }
        if target.hasPrefix("/") { directory = "/" }
        names = target.split(separator: "/").map(String.init) + names
      } else {
        directory = next
      }
    }
    return steps
  }
}
#endif
