#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
  /// Index of the first `byte` at or behind `offset`, or `nil`.
  package func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
    guard let base = baseAddress, offset < count,
      let found = unsafe memchr(base + offset, Int32(byte), count - offset)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
