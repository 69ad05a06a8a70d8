package import FerryBase
internal import FerrySystem
#if !canImport(Darwin)
internal import CExtendedAttributes
#endif

/// A file that is written under a temporary name and takes its real name when it is complete. A
/// program that opens it finds the old contents or the new ones, never a part.
package final class AtomicFile {
  /// The descriptor to write to.
  package let descriptor: Int32
  /// The name of the file in messages.
  package let name: String
  private let target: FileName
  private let temporary: FileName
  private let isRemovedBySignals: Bool
  private var isOpen = true

  /// Whether the file at `path` may be replaced: it is a regular file or does not exist yet. A
  /// device, a pipe or a socket has to be written in place.
  package static func isReplaceable(_ path: FileName) -> Bool {
    guard let status = status(of: path) else { return errno == ENOENT }
    return status.isRegularFile
  }

  /// Returns the number of names (hard links) of the file at `path`, or 0 if the file does not
  /// exist. The function follows symbolic links.
  package static func nameCount(_ path: FileName) -> Int {
    status(of: path).map { Int($0.st_nlink) } ?? 0
  }

  /// Whether both paths lead to one file. The function follows symbolic links.
  package static func isSameFile(_ first: FileName, _ second: FileName) -> Bool {
    guard let first = status(of: first), let second = status(of: second) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Opens a temporary file beside the file that `path` leads to, behind symbolic links. The
  /// temporary file gets the mode and the extended attributes of that file. It gets the owner as
  /// well, as far as the user may give files away. Further names (hard links) of the old file keep
  /// the old contents.
  ///
  /// With `isRemovedBySignals`, signals that end the process remove the temporary file first. This
  /// option is for a command with one file at a time. A library must not change the signal handlers
  /// of a program.
  package init(
    replacing path: FileName, isRemovedBySignals: Bool = false
  ) throws(Problem) {
    name = path.description
    self.isRemovedBySignals = isRemovedBySignals
    let target = Self.followingLinks(path)
    let existing = status(of: target)
    // Renaming needs no permission to write to the old file, but a user does not expect that a
    // protected file is replaced.
    if existing != nil, unsafe access(target.bytes, W_OK) != 0 {
      throw Problem(system: name, "write", code: errno)
    }
    var temporary = target
    var opened: Int32 = -1
    for _ in 0..<100 {
      let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      temporary = target.folder + FileName(".ferry-" + random)
      // The system removes the permissions in the user's mask. A file that replaces another one
      // gets the mode of that file below. Until then, only its owner may read it.
      let mode: mode_t = existing == nil ? 0o666 : 0o600
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      opened = uninterrupted { [temporary] in unsafe open(temporary.bytes, flags, mode) }
      if opened >= 0 || errno != EEXIST { break }
    }
    guard opened >= 0 else {
      throw Problem(system: name, "create a temporary file beside", code: errno)
    }
    if let existing {
      // The owner is set first, because setting it clears the set-user-ID bit. Only root may change
      // the owner. For all other users, the new file belongs to the user.
      _ = fchown(opened, existing.st_uid, gid_t.max)
      var mode = existing.st_mode & 0o7777
      if fchown(opened, uid_t.max, existing.st_gid) != 0 {
        // The file has another group, which gets the permissions that everybody has.
        mode = (mode & ~0o2070) | (mode & 0o007) << 3
      }
      _ = fchmod(opened, mode)
    }
    self.target = target
    descriptor = opened
    self.temporary = temporary
    if isRemovedBySignals { CleanUp.remove(temporary) }
    guard existing != nil else { return }
    do throws(Problem) {
      try ExtendedAttributes.copy(from: target, to: temporary, opened)
    } catch {
      discard()
      throw error
    }
  }

  deinit {
    discard()
  }

  /// Makes the file durable and gives it its real name.
  package func commit() throws(Problem) {
    guard isOpen else { return }
    guard uninterrupted({ fsync(descriptor) }) == 0 else { throw failure("write") }
    isOpen = false
    guard close(descriptor) == 0 else { throw failure("write") }
    guard unsafe rename(temporary.bytes, target.bytes) == 0 else { throw failure("replace") }
    if isRemovedBySignals { CleanUp.forget() }
    // The new name survives a crash only after the folder is written. Not every system allows that.
    let folderDescriptor = openFile(target.folder + ".", O_RDONLY)
    if folderDescriptor >= 0 {
      _ = uninterrupted { fsync(folderDescriptor) }
      close(folderDescriptor)
    }
  }

  /// Removes the temporary file. The old file stays as it was.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    unsafe unlink(temporary.bytes)
    if isRemovedBySignals { CleanUp.forget() }
  }

  private func failure(_ verb: String) -> Problem {
    let code = errno
    if isOpen { close(descriptor) }
    isOpen = false
    unsafe unlink(temporary.bytes)
    if isRemovedBySignals { CleanUp.forget() }
    return Problem(system: name, verb, code: code)
  }

  /// Returns the path behind symbolic links, even if the last link leads to a missing file.
  private static func followingLinks(_ path: FileName) -> FileName {
    var path = path
    // Linux itself follows the same number of links.
    for _ in 0..<40 {
      guard let link = linkTarget(of: path) else { break }
      path = link.isAbsolute ? link : path.folder + link
    }
    return path
  }
}

/// The removal of the temporary file when the user interrupts the command.
private enum CleanUp {
  /// The name of the temporary file. It is set before the handlers, and only the handlers read it.
  /// Only one file is open at a time.
  nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?
  /// The signals that end a process and that a program may catch, except those that a defect
  /// raises.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
  ]
  /// The previous actions of the signals that have a handler here.
  nonisolated(unsafe) private static var former: [(number: Int32, action: sigaction)] = []

  static func remove(_ path: FileName) {
    unsafe name = strdup(path.bytes)
    for number in signals {
      var action = sigaction()
      // An ignored signal does not end the process. `nohup` works that way.
      guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { continue }
      unsafe former.append((number, action))
      signal(number) { number in
        // The handler only calls functions that POSIX allows in a handler: unlink, signal, raise.
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

/// The properties of a file beside its contents, its owner and its mode: extended attributes, which
/// include access control lists.
enum ExtendedAttributes {
  #if canImport(Darwin)
  /// Copies the attributes of the file at `path` to the file `new`.
  static func copy(from path: FileName, to new: FileName, _: Int32) throws(Problem) {
    let parts = copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)
    guard unsafe copyfile(path.bytes, new.bytes, nil, parts) == 0 else {
      throw Problem(system: path.description, "keep the attributes", code: errno)
    }
  }
  #else
  /// Copies the attributes of the file at `path` to the file of `descriptor`.
  static func copy(from path: FileName, to _: FileName, _ descriptor: Int32) throws(Problem) {
    // A file system without attributes has nothing to copy.
    guard let names = unsafe read({ unsafe listxattr(path.bytes, $0, $1) }) else { return }
    for name in names.split(separator: 0) {
      let name = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let value = unsafe read({ unsafe getxattr(path.bytes, name, $0, $1) }) else { continue }
      if unsafe fsetxattr(descriptor, name, value, value.count, 0) == 0 { continue }
      // The system gives a new file its own system attributes.
      guard name.hasPrefix("user.") || name.hasPrefix("system.posix_acl") else { continue }
      throw Problem(system: path.description, "keep the attribute \(name)", code: errno)
    }
  }

  /// Returns the bytes that `call` writes, or `nil` if it fails. The first call returns the size.
  private static func read(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [CChar]? {
    // Another process may make the attribute larger between the two calls.
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
