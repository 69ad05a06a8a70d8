package import FerryBase
import Testing

/// The law that the beginning of a valid input is an error or a value, never a trap.
package enum Truncation {
  /// Calls `read` with every prefix of `bytes`, each in memory of its own, so that a sanitizer sees
  /// a read past its end. A prefix may be a value only where `isComplete` says so: numbers, and
  /// text behind which only blanks are missing.
  package static func check(
    _ bytes: [UInt8], isComplete: (ArraySlice<UInt8>) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ read: (ByteView) throws -> Void
  ) {
    for length in 0..<bytes.count {
      let prefix = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
      defer { prefix.deallocate() }
      _ = prefix.initialize(from: bytes.prefix(length))
      do {
        try read(ByteView(UnsafeBufferPointer(prefix)))
        if !isComplete(bytes.prefix(length)) {
          Issue.record(
            "the first \(length) of \(bytes.count) bytes are a value",
            sourceLocation: sourceLocation)
        }
      } catch {
        // As it should be.
      }
    }
  }
}
