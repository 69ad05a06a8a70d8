extension ByteReader {
  /// Moves `distance` bytes on, which the input has.
  @usableFromInline @inline(never)
  package mutating func advance(by distance: Int) {
    precondition(distance >= 0 && distance <= count - offset)
    unsafe cursor += distance
    if needsTail { enterTail() }
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
