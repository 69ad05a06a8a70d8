#if os(Linux) || os(Android)
internal import FerryBase
internal import FerrySystem

/// Files, and the directories on the way to them, watched through inotify(7).
///
/// The directories report that a name leads to another file. Only names on the way to a file count,
/// because a directory such as `/tmp` changes all the time. The file itself reports changes that no
/// directory on the way sees: those through another hard link, or through another mount.
final class PathNotifier: @unchecked Sendable {
  // Sendable: after the initialiser, only the queue of the watcher calls the methods.

  let descriptor: Int32
  private let paths: [String]
  /// The names that count in each directory, by the number of its watch.
  private var names: [Int32: Set<String>] = [:]
  /// The watches of the files and folders at the paths. Each name in such a folder counts.
  private var targets: Set<Int32> = []
  /// Whether the system had a watch for each file and directory.
  private(set) var isComplete = true

  /// - Returns: nil if the system has no more watches.
  init?(_ paths: [String]) {
    self.paths = paths
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    renewWatches()
    guard isComplete else {
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
        // Without a name, the file or directory itself has changed, or events were lost.
        let counts = targets.contains(watch) || names[watch]?.contains(name) == true
        if name.isEmpty || counts { isChange = true }
      }
    }
    // A change may put another file or directory on the way.
    if isChange { renewWatches() }
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

  private static let directoryMask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
      | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)
  /// A writer may keep the file open. Other files of a directory may be written all the time, so a
  /// directory does not report this.
  private static let targetMask = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
      | IN_MOVE_SELF | IN_DELETE_SELF)

  private func renewWatches() {
    let old = targets.union(names.keys)
    (names, targets, isComplete) = ([:], [], true)
    for path in paths {
      Self.walk(to: path) { directory, name in
        guard let watch = watch(directory, Self.directoryMask) else { return }
        names[watch, default: []].insert(name)
      }
      // The directories are watched first, so that they report a replacement from here on.
      if let target = watch(path, Self.targetMask) { targets.insert(target) }
    }
    for watch in old.subtracting(targets) where names[watch] == nil {
      inotify_rm_watch(descriptor, watch)
    }
  }

  /// Returns the number of the watch of a file or directory; nil without one.
  private func watch(_ path: String, _ mask: UInt32) -> Int32? {
    // A folder at a path may also be a directory on the way to another path.
    let watch = unsafe inotify_add_watch(descriptor, path, mask | UInt32(IN_MASK_ADD))
    if watch < 0, errno == ENOSPC { isComplete = false }
    return watch < 0 ? nil : watch
  }

  /// Calls `visit` with each directory that the system reads on the way to `path`, and with the name
  /// that it looks up there. Symbolic links are followed; the way ends at a missing name.
  ///
  /// A link is read after the visit of its directory, so that a watch sees a later change of it.
  private static func walk(to path: String, _ visit: (_ directory: String, _ name: String) -> Void)
  {
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    // The system follows at most 40 links.
    var links = 0
    while let name = names.popFirst() {
      if name == "." { continue }
      visit(directory, name)
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
  }
}
#endif
