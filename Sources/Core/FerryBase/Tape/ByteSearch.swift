#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension ByteView {
  /// Returns the index of the first `byte` at or after `offset`, or `nil`.
  package func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard offset < count else { return nil }
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    return unsafe memchr(start + offset, Int32(byte), count - offset).map {
      unsafe UnsafeRawPointer($0) - UnsafeRawPointer(start)
    }
    #else
    return self[offset...].firstIndex(of: byte)
    #endif
  }
}
