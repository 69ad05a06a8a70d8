// The operating system's calls as the command uses them: interrupted calls are repeated, and what
// went wrong is said in words.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The words of the system for an error number.
func systemMessage(_ code: Int32 = errno) -> String {
  String(cString: strerror(code))
}

/// The result of a call, repeated as long as a signal interrupts it.
func uninterrupted<T: SignedInteger>(_ call: () -> T) -> T {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// What stands behind a path or a descriptor, or `nil` with the reason in `errno`.
func status(of path: String) -> stat? {
  var status = stat()
  return stat(path, &status) == 0 ? status : nil
}

/// What stands behind an open descriptor.
func status(of descriptor: Int32) -> stat? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status : nil
}

extension stat {
  /// Whether it is a regular file: not a directory, device, pipe or socket.
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
