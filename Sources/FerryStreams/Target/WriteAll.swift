internal import FerrySystem

/// One call of `write`, by a name that does not clash.
package func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

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
