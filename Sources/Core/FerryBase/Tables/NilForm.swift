#if !hasFeature(Embedded)
/// How `nil` is found in the memory of an optional, without code of its type.
@usableFromInline
package struct NilForm {
  @usableFromInline
  package enum Test: UInt8 {
    /// The type is not optional.
    case never
    /// A byte with a value of its own.
    case byte
    /// A word that is 0.
    case word
    /// Only code of the type finds `nil`.
    case other
  }

  @usableFromInline package let test: Test
  @usableFromInline var value: UInt8 = 0
  @usableFromInline var offset: UInt16 = 0

  init(_ test: Test, at offset: Int = 0, value: UInt8 = 0) {
    self.test = test
    self.offset = UInt16(offset)
    self.value = value
  }

  /// Initializes an optional with `nil`.
  @inlinable @inline(__always)
  func initialize(at place: UnsafeMutableRawPointer) {
    let offset = Int(truncatingIfNeeded: offset)
    if test == .byte {
      // In the ABI, the bytes before a byte behind the value number the cases without a value, and `nil`
      // is the first. Code that knows the type does not look at them, but all other code does.
      switch offset {
      case 0: break
      case 8: unsafe place.storeBytes(of: 0, as: UInt64.self)
      default: unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: offset)
      }
      unsafe place.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
    } else {
      // The word before it is that of a string.
      unsafe place.storeBytes(of: 0, as: UInt.self)
      unsafe place.storeBytes(of: 0, toByteOffset: offset, as: UInt.self)
    }
  }

  /// Returns whether an optional is `nil`.
  @inlinable @inline(__always)
  func isNil(at place: UnsafeRawPointer) -> Bool {
    let offset = Int(truncatingIfNeeded: offset)
    switch test {
    case .byte: return unsafe place.load(fromByteOffset: offset, as: UInt8.self) == value
    case .word: return unsafe place.load(fromByteOffset: offset, as: UInt.self) == 0
    case .never, .other: return false
    }
  }
}
#endif
