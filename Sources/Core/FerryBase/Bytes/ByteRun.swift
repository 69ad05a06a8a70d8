/// Comparison and hashing of short runs of bytes.
@usableFromInline
package enum ByteRun {
  /// A seed chosen once per process, so that no input can be made for collisions. Hashes determine
  /// only where an entry is found, never the output.
  package static let seed = UInt64.random(in: .min ... .max)

  /// Returns whether the two runs contain the same bytes.
  @inlinable @inline(__always)
  package static func equal(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    let a = unsafe UnsafeRawPointer(first)
    let b = unsafe UnsafeRawPointer(second)
    // Every load below is inside the `count` bytes. The last two loads may overlap.
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        if unsafe a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          != b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
          return false
        }
        index &+= 8
      }
      return unsafe a.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        == b.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
    return unsafe shortWord(first, count: count) == shortWord(second, count: count)
  }

  /// Returns whether two texts, which may be empty, contain the same bytes.
  @inlinable
  package static func equal(
    _ first: ByteView, _ second: ByteView
  ) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe equal(first.start, second.start, count: first.count)
  }

  /// Returns the hash of a text, which may be empty, under `seed`.
  @inlinable @inline(__always)
  package static func hash(_ text: ByteView, seed: UInt64) -> UInt64 {
    unsafe hash(text.start, count: text.count, seed: seed)
  }

  /// Returns the hash of `count` bytes under `seed`.
  @inlinable @inline(__always)
  package static func hash(_ bytes: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt64 {
    var hash = seed.byteSwapped ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    guard count >= 8 else { return unsafe mix(shortWord(bytes, count: count) ^ seed, hash) }
    let raw = unsafe UnsafeRawPointer(bytes)
    var index = 0
    // One multiplication handles two words, because multiplications depend on each other.
    while index &+ 16 < count {
      let first = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = unsafe raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
      hash = mix(first ^ seed, second ^ hash)
      index &+= 16
    }
    // The last two words may overlap earlier ones or each other.
    let first = unsafe raw.loadUnaligned(fromByteOffset: max(0, count &- 16), as: UInt64.self)
    let second = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    return mix(first ^ seed, second ^ hash)
  }

  /// Returns the two halves of the 128-bit product, combined into one word.
  @inlinable @inline(__always)
  package static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  /// Returns whether fewer than 8 bytes are ASCII characters.
  @inlinable @inline(__always)
  package static func isShortASCII(_ bytes: ByteView) -> Bool {
    // The word contains all bytes of up to 3 or of 4...7, but some of them twice.
    unsafe shortWord(bytes.start, count: bytes.count) & 0x8080_8080_8080_8080 == 0
  }

  /// Returns fewer than 8 bytes as one word. Runs of one length are equal if their words are equal.
  @inlinable @inline(__always)
  static func shortWord(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    if count >= 4 {
      let raw = unsafe UnsafeRawPointer(bytes)
      let low = unsafe raw.loadUnaligned(as: UInt32.self)
      let high = unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(low) | UInt64(high) << 32
    }
    if count == 0 { return 0 }
    return unsafe UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) << 8 | UInt64(bytes[count &- 1])
      << 16
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies `count` bytes of `source` to this memory. The ranges must not overlap.
  ///
  /// Most names and texts are short, and a call of memcpy costs more than the copy. For each length
  /// from one to two widths, two loads and two stores suffice; they overlap in the middle.
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
  /// This is a separate function without other calls. Otherwise the compiler retains and releases
  /// the string.
  /// - Returns: False if the bytes are not contiguous. Nothing is then copied.
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
  /// Copies the first and the last bytes of `source`. Together they must cover all `count` bytes.
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
  /// Returns whether the first and the last bytes are equal to those of `other`. Together they must
  /// cover all `count` bytes.
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

  /// Returns whether the `count` bytes are equal to those of `other`. If the compiler knows the
  /// number, these are a few comparisons.
  @inlinable @inline(__always)
  package func hasBytes(of other: UnsafeRawPointer, count: Int) -> Bool {
    switch count {
    case ...0: return true
    case 1: return unsafe load(as: UInt8.self) == other.load(as: UInt8.self)
    case 2...3: return unsafe hasEnds(of: other, count: count, as: UInt16.self)
    case 4...7: return unsafe hasEnds(of: other, count: count, as: UInt32.self)
    case 8...16: return unsafe hasEnds(of: other, count: count, as: UInt64.self)
    default:
      for offset in stride(from: 0, to: count &- 16, by: 16) {
        guard unsafe (self + offset).hasEnds(of: other + offset, count: 16, as: UInt64.self) else {
          return false
        }
      }
      let last = count &- 16
      return unsafe (self + last).hasEnds(of: other + last, count: 16, as: UInt64.self)
    }
  }
}
