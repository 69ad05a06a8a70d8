internal import FerrySystem

/// Writes all of `bytes`, in as many pieces as the system likes. A descriptor that somebody made
/// non-blocking is waited for.
package func writeAll(
  _ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32, name: String
) throws(StreamError) {
  var rest = UnsafeRawBufferPointer(bytes)
  while unsafe !rest.isEmpty {
    let written = uninterrupted { unsafe sendBytes(descriptor, rest) }
    if written >= 0 {
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      wait(for: Int32(POLLOUT), on: descriptor)
    } else {
      throw StreamError(name, "write", code: errno)
    }
  }
}
