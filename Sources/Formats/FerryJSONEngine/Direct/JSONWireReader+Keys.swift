public import FerryBase

// The keys of objects. Most keys come in the expected order and without white space.
extension JSONWireReader {
  /// Moves to the value of the next key. Returns the slot of the key, -1 for a key without a slot,
  /// or `nil` at the end of the object.
  @inlinable
  public mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while try moveToKey(&object) {
      var slot = progress.expected
      if skipMember(slot, of: progress.fields) {
        bytes.skipJSONSpace()
      } else {
        let key = try readKey()
        slot = progress.fields.slot(for: key)
        if slot < 0 {
          if options.followsFoundation { noteUnknown(key) }
          return slot
        }
      }
      // Repeated keys are rare, so their cost does not matter, unlike that of keys in another
      // order.
      if progress.seen.contains(slot) {
        try skipValue()
        continue
      }
      progress.seen.insert(slot)
      progress.expected = slot &+ 1
      return slot
    }
    return nil
  }

  /// Leaves the document to the tape if `key` may be canonically equal to the key of a field.
  @usableFromInline @inline(never)
  mutating func noteUnknown(_ key: FieldKey) {
    if !key.isASCII { isLeftToTape = true }
  }

  /// Returns whether `slot` comes next. If so, moves to its value.
  @inlinable @inline(__always)
  public mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool {
    guard skipNextMember(slot, of: progress.fields, in: &object) else { return false }
    bytes.skipJSONSpace()
    if progress.seen.contains(slot) {
      try skipValue()
      return false
    }
    progress.seen.insert(slot)
    progress.expected = slot &+ 1
    return true
  }

  /// Moves after `"name":`, and after the comma before it, if the key comes next.
  @inlinable @inline(__always)
  mutating func skipNextMember<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) -> Bool {
    if object.isAtKey {
      guard skipMember(slot, of: fields) else { return false }
      object.isAtKey = false
      return true
    }
    if !bytes.needsTail {
      if object.isFirst {
        if skipMember(slot, of: fields) {
          object.isFirst = false
          return true
        }
      } else if bytes.byte == UInt8(ascii: ",") {
        unsafe bytes.cursor += 1
        if skipMember(slot, of: fields) { return true }
        unsafe bytes.cursor -= 1
      }
    }
    return skipDistantMember(slot, of: fields, in: &object)
  }

  /// Does the same where white space surrounds the comma, and at the end of the input.
  @usableFromInline @inline(never)
  mutating func skipDistantMember<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) -> Bool {
    if bytes.needsTail { bytes.enterTail() }
    text.bytes.skipIndentation(&text.indentation, depth: object.isFirst ? depth : depth &- 1)
    if !object.isFirst {
      // Moving to the next key reports any error here.
      guard bytes.byte == ASCII.comma else { return false }
      let comma = bytes.offset
      unsafe bytes.cursor += 1
      text.bytes.skipIndentation(&text.indentation, depth: depth)
      if bytes.byte == ASCII.closeBrace {
        bytes.rewind(to: comma)
        return false
      }
    } else if bytes.byte == ASCII.closeBrace {
      return false
    }
    object.isFirst = false
    object.isAtKey = !skipMember(slot, of: fields)
    return !object.isAtKey
  }

  /// Moves to the next key. At the end, moves after the brace and returns false.
  @inlinable @inline(__always)
  mutating func moveToKey(_ object: inout Object) throws(WireFailure) -> Bool {
    if object.isAtKey {
      object.isAtKey = false
      return true
    }
    return try moveOn(&object.isFirst, before: UInt8(ascii: "}"))
  }

  /// Moves after `"name":` if the key comes next.
  ///
  /// The comparison reads at most 44 bytes. The caller has moved by at most two bytes since the
  /// cursor was before the limit. So 18 more bytes are readable after the member and a space, which is
  /// enough for a literal or an integer.
  @inlinable @inline(__always)
  mutating func skipMember<Fields: _FieldSet>(_ slot: Int, of fields: Fields) -> Bool {
    let length = unsafe fields.memberLength(slot, at: UnsafeRawPointer(bytes.cursor))
    unsafe bytes.cursor += length
    return length != 0
  }
}
