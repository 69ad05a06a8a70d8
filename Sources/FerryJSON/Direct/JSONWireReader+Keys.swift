public import FerryBytes
public import FerryTape

// The keys of objects, which mostly come in the expected order and without white space.
extension JSONWireReader {
  /// The next slot that is there.
  @inlinable
  public mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while try moveToKey(&object) {
      var slot = progress.expected
      if skipMember(Fields.memberText(slot)) {
        bytes.skipJSONWhitespace()
      } else {
        let key = try readKey()
        slot = Fields.slot(for: key)
        if slot < 0 {
          if followsFoundation { noteUnknown(key) }
          return slot
        }
      }
      // Unlike a jump in the expected order, a key that comes again is no matter of speed.
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

  /// Leaves the document to the tape if `key` may be canonically equal to a field's.
  @usableFromInline @inline(never)
  mutating func noteUnknown(_ key: FieldKey) {
    if !key.isASCII { isLeftToTape = true }
  }

  /// Whether `slot` comes next.
  @inlinable @inline(__always)
  public mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool {
    guard skipNextMember(Fields.memberText(slot), in: &object) else { return false }
    bytes.skipJSONWhitespace()
    if progress.seen.contains(slot) {
      try skipValue()
      return false
    }
    progress.seen.insert(slot)
    progress.expected = slot &+ 1
    return true
  }

  /// Moves behind `"name":` if that comes next, and the comma before it; `text` is all of that.
  @inlinable @inline(__always)
  mutating func skipNextMember(_ text: StaticString, in object: inout Object) -> Bool {
    if object.isAtKey {
      guard skipMember(text) else { return false }
      object.isAtKey = false
      return true
    }
    if !bytes.needsTail {
      if object.isFirst {
        if skipMember(text) {
          object.isFirst = false
          return true
        }
      } else if bytes.byte == UInt8(ascii: ",") {
        unsafe bytes.cursor += 1
        if skipMember(text) { return true }
        unsafe bytes.cursor -= 1
      }
    }
    return skipDistantMember(text, in: &object)
  }

  /// The same with white space around the comma, and at the end of the input.
  @usableFromInline @inline(never)
  mutating func skipDistantMember(_ text: StaticString, in object: inout Object) -> Bool {
    if bytes.needsTail { bytes.enterTail() }
    bytes.skipJSONWhitespace()
    if !object.isFirst {
      // Whatever is wrong here is found by who moves to the next key.
      guard bytes.byte == ASCII.comma else { return false }
      let comma = bytes.offset
      unsafe bytes.cursor += 1
      bytes.skipJSONWhitespace()
      if bytes.byte == ASCII.closeBrace {
        bytes.rewind(to: comma)
        return false
      }
    } else if bytes.byte == ASCII.closeBrace {
      return false
    }
    object.isFirst = false
    object.isAtKey = !skipMember(text)
    return !object.isAtKey
  }

  /// Moves in front of the next key; false, and behind the brace, at the end.
  @inlinable @inline(__always)
  mutating func moveToKey(_ object: inout Object) throws(WireFailure) -> Bool {
    if object.isAtKey {
      object.isAtKey = false
      return true
    }
    return try moveOn(&object.isFirst, before: UInt8(ascii: "}"))
  }

  /// Moves behind `"name":` if that comes next; `text` is that with a comma in front.
  ///
  /// What is looked at is 32 bytes at most, which the reader may look ahead.
  @inlinable @inline(__always)
  mutating func skipMember(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount &- 1
    let expected = unsafe UnsafeRawPointer(text.utf8Start) + 1
    let actual = unsafe UnsafeRawPointer(bytes.cursor)
    let isNext: Bool
    if count < 8 {
      isNext = unsafe count >= 4 && expected.hasEnds(of: actual, count: count, as: UInt32.self)
    } else if count <= 16 {
      isNext = unsafe expected.hasEnds(of: actual, count: count, as: UInt64.self)
    } else {
      let last = count &- 16
      isNext =
        unsafe count <= 32 && expected.hasEnds(of: actual, count: 16, as: UInt64.self)
        && (expected + last).hasEnds(of: actual + last, count: 16, as: UInt64.self)
    }
    if isNext { unsafe bytes.cursor += count }
    return isNext
  }
}
