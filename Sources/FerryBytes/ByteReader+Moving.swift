extension ByteReader {
  /// Moves back or forth to `offset`, a place inside of the input or its end.
  @usableFromInline @inline(never)
  package mutating func move(to offset: Int) {
    let distance = offset - self.offset
    if distance < 0 {
      rewind(to: offset)
    } else {
      skip(distance)
    }
  }

  /// The byte of the input at `offset`, which is less than the input's length, and all behind it.
  @inlinable
  package func pointer(at offset: Int) -> UnsafePointer<UInt8> {
    // An input of any length has an address.
    unsafe input.baseAddress.unsafelyUnwrapped + offset
  }

  /// A part of the input.
  @inlinable
  package func slice(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: input.baseAddress.map { unsafe $0 + start }, count: end &- start)
  }
}
