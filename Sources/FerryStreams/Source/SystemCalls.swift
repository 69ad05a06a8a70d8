// The operating system's calls as streams use them: interrupted calls are repeated, and what went
// wrong is said in words.
import FerryBytes
package import FerrySystem

/// The words of the system for an error number.
package func systemMessage(_ code: Int32 = errno) -> String {
  unsafe String(cString: strerror(code))
}

/// The result of a call, repeated as long as a signal interrupts it.
package func uninterrupted<T: SignedInteger>(_ call: () -> T) -> T {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

// Calls by names that do not clash with those of methods.

/// Opens a file that is there.
/// - Returns: its descriptor, or -1 with the reason in `errno`.
func openFile(_ path: FileName, _ mode: Int32) -> Int32 {
  uninterrupted { unsafe open(path.bytes, mode | O_CLOEXEC) }
}

/// One call of `read`.
func receiveBytes(_ descriptor: Int32, _ buffer: MutableByteView) -> Int {
  unsafe read(descriptor, buffer.start, buffer.count)
}

/// One call of `write`.
package func sendBytes(_ descriptor: Int32, _ bytes: ByteView) -> Int {
  unsafe write(descriptor, bytes.start, bytes.count)
}

/// Waits until a descriptor that somebody made non-blocking is ready for `events`.
package func wait(for events: Int32, on descriptor: Int32) {
  var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  _ = unsafe poll(&wanted, 1, -1)
}

/// Keeps all other writers off the file behind `descriptor`, or throws if it has one.
package func lock(_ descriptor: Int32, name: String) throws(StreamError) {
  guard uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
    throw StreamError(name, "lock", code: errno)
  }
}

/// Lets other writers have the file. Closing it is not enough: a child that the program has just
/// forked holds the lock, too, and would hold it on until it runs another program.
package func unlock(_ descriptor: Int32) {
  flock(descriptor, LOCK_UN)
}

/// What stands behind a path, or `nil` with the reason in `errno`.
package func status(of path: FileName) -> stat? {
  var status = stat()
  return unsafe stat(path.bytes, &status) == 0 ? status : nil
}

/// What stands behind an open descriptor.
package func status(of descriptor: Int32) -> stat? {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  /// Whether it is a regular file: not a directory, device, pipe or socket.
  package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Writes all of `bytes`, in as many pieces as the system likes. A descriptor that somebody made
/// non-blocking is waited for.
package func writeAll(
  _ bytes: ByteView, to descriptor: Int32, name: String
) throws(StreamError) {
  var rest = bytes
  while !rest.isEmpty {
    let written = uninterrupted { sendBytes(descriptor, rest) }
    if written >= 0 {
      rest = ByteView(rebasing: rest[written...])
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      wait(for: Int32(POLLOUT), on: descriptor)
    } else {
      throw StreamError(name, "write", code: errno)
    }
  }
}

/// Why a stream cannot be read or written at all: the system refused.
public struct StreamError: Error, Equatable, Sendable {
  /// The file, or what it is called.
  public let name: String
  /// What was to be done, such as `open`, `read`, `write` or `lock`.
  public let operation: String
  /// The system's number for the reason (`errno`).
  public let code: Int32

  package init(_ name: String, _ operation: String, code: Int32) {
    self.name = name
    self.operation = operation
    self.code = code
  }
}

extension StreamError: CustomStringConvertible {
  /// `events.ndjson: cannot open: No such file or directory`
  public var description: String { "\(name): cannot \(operation): \(systemMessage(code))" }
}
