internal import FerrySystem
#if !canImport(Darwin)
internal import CExtendedAttributes
#endif

/// A file that is written under a temporary name and takes its real name when it is complete, so
/// that whoever opens it sees the old contents or the new ones, never a part.
package final class AtomicFile {
  /// Where to write.
  package let descriptor: Int32
  /// How messages call it.
  package let name: String
  private let target: FileName
  private let temporary: FileName
  private let isRemovedBySignals: Bool
  private var isOpen = true

  /// Whether `path` may be replaced: it is a regular file, or nothing is there yet. Everything else
  /// (a device, a pipe, a socket) is to be written in place.
  package static func isReplaceable(_ path: FileName) -> Bool {
    guard let status = status(of: path) else { return errno == ENOENT }
    return status.isRegularFile
  }

  /// How many names (hard links) the file at `path` has, symbolic links followed; 0 if there is none.
  package static func nameCount(_ path: FileName) -> Int {
    status(of: path).map { Int($0.st_nlink) } ?? 0
  }

  /// Whether both paths lead to one file, symbolic links followed.
  package static func isSameFile(_ first: FileName, _ second: FileName) -> Bool {
    guard let first = status(of: first), let second = status(of: second) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Opens a temporary file beside the one that `path` leads to, symbolic links followed. It has the
  /// owner, as far as the user may give files away, the mode and the extended attributes of that file.
  /// Further names (hard links) of the old file keep the old contents.
  ///
  /// With `isRemovedBySignals`, signals that end the process remove the temporary file first. That
  /// is for a command with one file at a time: the handlers of a program are its own, and a library
  /// leaves them alone.
  package init(
    replacing path: FileName, isRemovedBySignals: Bool = false
  ) throws(StreamError) {
    name = path.description
    self.isRemovedBySignals = isRemovedBySignals
    let target = Self.followingLinks(path)
    let existing = status(of: target)
    // Renaming needs no permission to write to the old file, but the user would be surprised.
    if existing != nil, unsafe access(target.bytes, W_OK) != 0 {
      throw StreamError(name, "write", code: errno)
    }
    var temporary = target
    var opened: Int32 = -1
    for _ in 0..<100 {
      let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      temporary = target.folder + FileName(".ferry-" + random)
      // The permissions of a new file, less those that the user's mask takes away.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      opened = uninterrupted { [temporary] in unsafe open(temporary.bytes, flags, 0o666) }
      if opened >= 0 || errno != EEXIST { break }
    }
    guard opened >= 0 else {
      throw StreamError(name, "create a temporary file beside", code: errno)
    }
    if let existing {
      // The owner first: changing it would take the set-user-ID bit away. Only root may do so;
      // for everybody else the file is theirs already, or becomes theirs.
      _ = fchown(opened, existing.st_uid, existing.st_gid)
      _ = fchmod(opened, existing.st_mode & 0o7777)
    }
    self.target = target
    descriptor = opened
    self.temporary = temporary
    if isRemovedBySignals { CleanUp.remove(temporary) }
    guard existing != nil else { return }
    do throws(StreamError) {
      try ExtendedAttributes.copy(from: target, to: temporary, opened)
    } catch {
      discard()
      throw error
    }
  }

  deinit {
    discard()
  }

  /// Makes the file durable and gives it its name.
  package func commit() throws(StreamError) {
    guard isOpen else { return }
    guard uninterrupted({ fsync(descriptor) }) == 0 else { throw failure("write") }
    isOpen = false
    guard close(descriptor) == 0 else { throw failure("write") }
    guard unsafe rename(temporary.bytes, target.bytes) == 0 else { throw failure("replace") }
    if isRemovedBySignals { CleanUp.forget() }
    // The new name survives a crash once the folder is written, too; not every system lets one.
    let folderDescriptor = openFile(target.folder + ".", O_RDONLY)
    if folderDescriptor >= 0 {
      _ = uninterrupted { fsync(folderDescriptor) }
      close(folderDescriptor)
    }
  }

  /// Removes the temporary file and leaves the old one as it was.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    unsafe unlink(temporary.bytes)
    if isRemovedBySignals { CleanUp.forget() }
  }

  private func failure(_ verb: String) -> StreamError {
    let code = errno
    if isOpen { close(descriptor) }
    isOpen = false
    unsafe unlink(temporary.bytes)
    if isRemovedBySignals { CleanUp.forget() }
    return StreamError(name, verb, code: code)
  }

  /// The path behind symbolic links, also when the last one leads to nothing yet.
  private static func followingLinks(_ path: FileName) -> FileName {
    var path = path
    // As many links as Linux itself follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = unsafe readlink(path.bytes, &buffer, buffer.count - 1)
      guard length > 0 else { break }
      let link = FileName(buffer[..<length])
      path = link.isAbsolute ? link : path.folder + link
    }
    return path
  }
}

/// Removes the temporary file when the user interrupts the command.
private enum CleanUp {
  /// Written before the handlers are set and read by them only; one file is open at a time.
  nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?
  /// The signals that end a process and that a program may catch, other than those that a defect
  /// raises.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
  ]
  /// What was to be done about the signals that have a handler here.
  nonisolated(unsafe) private static var former: [(number: Int32, action: sigaction)] = []

  static func remove(_ path: FileName) {
    unsafe name = strdup(path.bytes)
    for number in signals {
      var action = sigaction()
      // A signal that is ignored ends nothing: that is how `nohup` works.
      guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
      unsafe former.append((number, action))
      signal(number) { number in
        // Only what POSIX allows in a handler: unlink, signal, raise.
        if let name = unsafe CleanUp.name { unsafe unlink(name) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func forget() {
    for (number, action) in unsafe former {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    unsafe former = []
    unsafe free(name)
    unsafe name = nil
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
    let handler = unsafe __sigaction_handler.sa_handler
    #elseif canImport(Musl)
    let handler = unsafe __sa_handler.sa_handler
    #else
    let handler = unsafe __sigaction_u.__sa_handler
    #endif
    // Functions cannot be compared, their addresses can.
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// What a file has beside its contents, its owner and its mode: extended attributes, lists of access
/// rights among them.
enum ExtendedAttributes {
  #if canImport(Darwin)
  /// Gives the file `new` the attributes of the one at `path`.
  static func copy(from path: FileName, to new: FileName, _: Int32) throws(StreamError) {
    let parts = copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)
    guard unsafe copyfile(path.bytes, new.bytes, nil, parts) == 0 else {
      throw StreamError(path.description, "keep the attributes", code: errno)
    }
  }
  #else
  /// Gives the file behind `descriptor` the attributes of the one at `path`.
  static func copy(from path: FileName, to _: FileName, _ descriptor: Int32) throws(StreamError) {
    // Where a file system has no attributes, there is none to keep.
    guard let names = unsafe read({ unsafe listxattr(path.bytes, $0, $1) }) else { return }
    for name in names.split(separator: 0) {
      let name = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let value = unsafe read({ unsafe getxattr(path.bytes, name, $0, $1) }) else { continue }
      if unsafe fsetxattr(descriptor, name, value, value.count, 0) == 0 { continue }
      // Those of the system belong to the system, which gives a new file its own.
      guard name.hasPrefix("user.") || name.hasPrefix("system.posix_acl") else { continue }
      throw StreamError(path.description, "keep the attribute \(name)", code: errno)
    }
  }

  /// What `call` writes, which is asked for the size first; nil if it fails.
  private static func read(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [CChar]? {
    // Somebody else may make it larger between the two calls.
    for _ in 0..<10 {
      let size = call(nil, 0)
      guard size > 0 else { return size == 0 ? [] : nil }
      var bytes = [CChar](repeating: 0, count: size)
      let count = unsafe bytes.withUnsafeMutableBufferPointer { unsafe call($0.baseAddress, size) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == ERANGE else { return nil }
    }
    return nil
  }
  #endif
}
