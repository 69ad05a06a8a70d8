package import FerryBase
import FerryEssentials

extension ContiguousBytes {
  /// Calls `body` with a view of the bytes that is valid during the call.
  package func withByteView<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try unsafe withUnsafeBytes { bytes in try body(unsafe ByteView(bytes)) }
  }
}
