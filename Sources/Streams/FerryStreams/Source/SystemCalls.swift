// The calls of the operating system that streams use. Interrupted calls are repeated, and errors
// carry a message.
package import FerryBase
package import FerrySystem

/// Returns the system's message for an error number.
package func systemMessage(_ code: Int32 = errno) -> String {
  unsafe String(cString: strerror(code))
}

/// Repeats a call as long as a signal interrupts it, and returns its result.
package func uninterrupted<T: SignedInteger>(_ call: () -> T) -> T {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

// The names of these functions do not clash with those of methods.

/// Opens an existing file.
/// - Returns: the descriptor, or -1 with the reason in `errno`.
func openFile(_ path: FileName, _ mode: Int32) -> Int32 {
  uninterrupted { unsafe open(path.bytes, mode | O_CLOEXEC) }
}

/// Calls `read` once.
func receiveBytes(_ descriptor: Int32, _ buffer: MutableByteView) -> Int {
  unsafe read(descriptor, buffer.start, buffer.count)
}

/// Calls `write` once.
package func sendBytes(_ descriptor: Int32, _ bytes: ByteView) -> Int {
  unsafe write(descriptor, bytes.start, bytes.count)
}

/// Waits until a non-blocking descriptor is ready for `events`.
package func wait(for events: Int32, on descriptor: Int32) {
  var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  _ = unsafe poll(&wanted, 1, -1)
}

/// Locks the file of `descriptor` against all other writers, or throws if it is locked already.
package func lock(_ descriptor: Int32, name: String) throws(Problem) {
  guard uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
    throw Problem(system: name, "lock", code: errno)
  }
}

/// Unlocks the file for other writers. Closing the file is not enough: a child process that the
/// program has just forked also holds the lock, until it runs another program.
package func unlock(_ descriptor: Int32) {
  flock(descriptor, LOCK_UN)
}

/// Returns the text of a symbolic link, or `nil` for any other file.
func linkTarget(of path: FileName) -> FileName? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let length = unsafe readlink(path.bytes, &buffer, buffer.count - 1)
  return length > 0 ? FileName(buffer[..<length]) : nil
}

/// Returns the status of the file at a path, or `nil` with the reason in `errno`.
package func status(of path: FileName) -> stat? {
  var status = stat()
  return unsafe stat(path.bytes, &status) == 0 ? status : nil
}

/// Returns the status of the file of an open descriptor.
package func status(of descriptor: Int32) -> stat? {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  /// Whether the file is a regular file: not a directory, device, pipe or socket.
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  /// Whether the file has the same bytes when it is read again, and never blocks. The device
  /// `/dev/null` is an empty file; containers mount it in place of a file.
  var isRepeatable: Bool {
    if isRegularFile { return true }
    return st_mode & S_IFMT == S_IFCHR && st_rdev == status(of: "/dev/null")?.st_rdev
  }
}

/// Returns the names in a folder, sorted; `nil` if it cannot be read.
package func names(inFolder path: String) -> [String]? {
  guard let stream = unsafe opendir(path) else { return nil }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) {
        unsafe FileName(cString: $0).description
      }
    }
    names.append(name)
  }
  return names.sorted()
}

/// Writes all of `bytes`, in as many pieces as the system needs. Waits for a non-blocking
/// descriptor.
package func writeAll(
  _ bytes: ByteView, to descriptor: Int32, name: String
) throws(Problem) {
  var rest = bytes
  while !rest.isEmpty {
    let written = uninterrupted { sendBytes(descriptor, rest) }
    if written >= 0 {
      rest = ByteView(rebasing: rest[written...])
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      wait(for: Int32(POLLOUT), on: descriptor)
    } else {
      throw Problem(system: name, "write", code: errno)
    }
  }
}
