extension UnsafeMutablePointer<UInt8> {
  /// Copies `count` bytes to memory that has room for them and is no part of `source`.
  ///
  /// Most names and texts are short, and a call of memcpy costs more than copying them does. Two
  /// loads and two stores, which overlap in the middle, serve every length from one to two widths.
  @inlinable @inline(__always)
  package func copyBytes(from source: UnsafePointer<UInt8>, count: Int) {
    let target = UnsafeMutableRawPointer(self)
    let bytes = UnsafeRawPointer(source)
    if count > 32 {
      target.copyMemory(from: bytes, byteCount: count)
    } else if count >= 16 {
      target.copyEnds(of: bytes, count: count, as: SIMD16<UInt8>.self)
    } else if count >= 8 {
      target.copyEnds(of: bytes, count: count, as: UInt64.self)
    } else if count >= 4 {
      target.copyEnds(of: bytes, count: count, as: UInt32.self)
    } else if count > 0 {
      self[0] = source[0]
      self[count &>> 1] = source[count &>> 1]
      self[count &- 1] = source[count &- 1]
    }
  }

  /// Copies the UTF-8 bytes of `text`, which are `count`, to memory that has room for them.
  ///
  /// On its own, with nothing in it that is called: else the string is counted for the call.
  /// - Returns: false, and nothing is copied, if they do not lie in one piece.
  @inlinable @inline(__always)
  package func copyBytes(of text: String, count: Int) -> Bool {
    let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      if let source = bytes.baseAddress { copyBytes(from: source, count: min(bytes.count, count)) }
    }
    return isCopied != nil
  }
}

extension UnsafeMutableRawPointer {
  /// Copies the first and the last bytes of `source`; together they are all of its `count` bytes.
  @inlinable @inline(__always)
  func copyEnds<T: BitwiseCopyable>(of source: UnsafeRawPointer, count: Int, as type: T.Type) {
    let last = count &- MemoryLayout<T>.size
    let head = source.loadUnaligned(as: T.self)
    let tail = source.loadUnaligned(fromByteOffset: last, as: T.self)
    storeBytes(of: head, as: T.self)
    storeBytes(of: tail, toByteOffset: last, as: T.self)
  }
}
