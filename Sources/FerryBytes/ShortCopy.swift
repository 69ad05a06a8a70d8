extension UnsafeMutablePointer<UInt8> {
  /// Copies `count` bytes of `source` to this memory, which does not overlap it.
  ///
  /// Most names and texts are short, and a call of memcpy costs more than copying them does. Two
  /// loads and two stores, which overlap in the middle, serve every length from one to two widths.
  @inlinable @inline(__always)
  package func copyBytes(from source: UnsafePointer<UInt8>, count: Int) {
    let target = UnsafeMutableRawPointer(self)
    let bytes = unsafe UnsafeRawPointer(source)
    if count > 32 {
      unsafe target.copyMemory(from: bytes, byteCount: count)
    } else if count >= 16 {
      unsafe target.copyEnds(of: bytes, count: count, as: SIMD16<UInt8>.self)
    } else if count >= 8 {
      unsafe target.copyEnds(of: bytes, count: count, as: UInt64.self)
    } else if count >= 4 {
      unsafe target.copyEnds(of: bytes, count: count, as: UInt32.self)
    } else if count > 0 {
      unsafe self[0] = source[0]
      unsafe self[count &>> 1] = source[count &>> 1]
      unsafe self[count &- 1] = source[count &- 1]
    }
  }

  /// Copies the `count` UTF-8 bytes of `text` to this memory.
  ///
  /// On its own, with nothing in it that is called: else the string is counted for the call.
  /// - Returns: false, and nothing is copied, if they do not lie in one piece.
  @inlinable @inline(__always)
  package func copyBytes(of text: String, count: Int) -> Bool {
    let isCopied: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      if let source = bytes.baseAddress {
        unsafe copyBytes(from: source, count: min(bytes.count, count))
      }
    }
    return isCopied != nil
  }
}

extension UnsafeMutableRawPointer {
  /// Copies the first and the last bytes of `source`; together they are all of its `count` bytes.
  @inlinable @inline(__always)
  func copyEnds<T: BitwiseCopyable>(of source: UnsafeRawPointer, count: Int, as type: T.Type) {
    let last = count &- MemoryLayout<T>.size
    let head = unsafe source.loadUnaligned(as: T.self)
    let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: T.self)
    unsafe storeBytes(of: head, as: T.self)
    unsafe storeBytes(of: tail, toByteOffset: last, as: T.self)
  }
}

extension UnsafeRawPointer {
  /// Whether the first and the last bytes, which together are all of `count`, are those of `other`.
  @inlinable @inline(__always)
  package func hasEnds<T: FixedWidthInteger>(
    of other: UnsafeRawPointer, count: Int, as type: T.Type
  ) -> Bool {
    let last = count &- MemoryLayout<T>.size
    let head = unsafe loadUnaligned(as: T.self) ^ other.loadUnaligned(as: T.self)
    let tail =
      unsafe loadUnaligned(fromByteOffset: last, as: T.self)
      ^ other.loadUnaligned(fromByteOffset: last, as: T.self)
    return head | tail == 0
  }
}
