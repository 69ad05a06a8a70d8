public import FerryBase

extension BinaryWireReader {
  /// The state of reading an object.
  @frozen
  @safe
  public struct Object {
    @usableFromInline let start: Int
    @usableFromInline let outerEnd: Int
    @usableFromInline let outerSlots: UnsafePointer<Int32>
    /// The key list, or -1 for an object with its own keys.
    @usableFromInline let keyList: Int
    /// The slots of all keys after the first request for a slot; ``BinaryWireReader/noSlots``
    /// before.
    @usableFromInline var slots: UnsafePointer<Int32>
    /// The number of keys that were read by name before the first request for a slot.
    @usableFromInline var named = 0

    @inlinable
    init(
      start: Int, outerEnd: Int, outerSlots: UnsafePointer<Int32>, keyList: Int,
      slots: UnsafePointer<Int32>
    ) {
      self.start = start
      self.outerEnd = outerEnd
      unsafe self.outerSlots = outerSlots
      self.keyList = keyList
      unsafe self.slots = slots
    }
  }

  /// Returns the byte offset of the object.
  @inlinable public func position(of object: Object) -> Int { object.start }

  /// Enters an object.
  @inlinable
  public mutating func beginObject() throws(WireFailure) -> Object {
    let object = try enterObject()
    unsafe slots = noSlots
    return object
  }

  /// Enters an object and finds the slots of its keys.
  @inlinable
  public mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object { try openObject(fields) }

  @usableFromInline @_transparent
  mutating func openObject<Fields: _FieldSet>(_ fields: Fields) throws(WireFailure) -> Object {
    var object = try enterObject()
    if object.keyList >= 0 { unsafe object.slots = slots(of: object.keyList, for: fields) }
    unsafe slots = object.slots
    return object
  }

  @inlinable @inline(__always)
  mutating func enterObject() throws(WireFailure) -> Object {
    let start = place
    let tag = try tag()
    var keyList = Int(tag) &- 0x80
    place &+= 1
    if keyList < 0 || keyList >= 32 { keyList = try rareKeyList(tag) }
    guard keyList < keyListCount, depth < depthLimit else { throw damage() }
    let length = try length()
    let object = unsafe Object(
      start: start, outerEnd: end, outerSlots: slots, keyList: keyList, slots: noSlots)
    end = place &+ length
    depth &+= 1
    return object
  }

  /// Reads the number of a key list beyond 31. Returns -1 for an object with its own keys.
  @usableFromInline @inline(never)
  mutating func rareKeyList(_ tag: UInt8) throws(WireFailure) -> Int {
    switch tag {
    case BinaryTag.map: return -1
    case BinaryTag.longKeyList: return try number()
    default:
      place -= 1
      throw mismatch([String: Any].self, at: place)
    }
  }

  @inlinable @inline(__always)
  mutating func leave(_ outerEnd: Int) {
    // `outerEnd` can exceed the input if a type leaves a container out of order and in other
    // memory.
    end = min(outerEnd, input.count)
    depth &-= 1
  }

  @inlinable @inline(__always)
  mutating func leave(_ object: borrowing Object) {
    leave(object.outerEnd)
    unsafe slots = object.outerSlots
  }

  /// Returns the slot of the next key that is present.
  @inlinable @inline(never)
  public mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while place != end {
      if unsafe object.slots == noSlots, object.keyList >= 0 {
        unsafe object.slots = slots(of: object.keyList, for: progress.fields)
        unsafe slots = object.slots + object.named
      }
      let slot = unsafe Int(slots.pointee)
      if slot == WireTables.noKey { return try nextOwnSlot(&object, &progress) }
      unsafe slots += 1
      if slot >= 0 {
        progress.seen.insert(slot)
      } else if slot <= WireTables.repeatedSlot {
        let slot = WireTables.repeatedSlot &- slot
        guard !progress.seen.contains(slot) else {
          try skipValue()
          continue
        }
        progress.seen.insert(slot)
        return slot
      }
      return slot
    }
    guard isComplete(object) else { throw damage() }
    leave(object)
    return nil
  }

  /// Checks that an object with a key list has a value for each key.
  @inlinable @inline(__always)
  func isComplete(_ object: borrowing Object) -> Bool {
    if unsafe object.slots != noSlots { return unsafe Int(slots.pointee) == WireTables.noKey }
    if object.keyList < 0 { return true }
    return unsafe object.named == keyLists[object.keyList].count
  }

  /// Returns the next slot of an object with its own keys.
  @usableFromInline @inline(never)
  mutating func nextOwnSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    guard object.keyList < 0 else { throw damage() }
    while let key = try key(of: &object) {
      if let slot = progress.takeSlot(for: key) { return slot }
      // The key is another name of a slot that was already read.
      try skipValue()
    }
    return nil
  }

  /// Returns whether `slot` comes next.
  @inlinable @inline(__always)
  public mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool {
    // The entry after the last key is not a slot, and neither is that of an object with its own
    // keys.
    guard place != end, unsafe Int(slots.pointee) == slot else { return false }
    unsafe slots += 1
    progress.seen.insert(slot)
    return true
  }

  /// Returns the slots of `Fields` for the keys of a key list, see ``WireTables``.
  @inlinable @inline(__always)
  mutating func slots<Fields: _FieldSet>(
    of keyList: Int, for fields: Fields
  ) -> UnsafePointer<Int32> {
    if unsafe keyLists[keyList].fields == fields.identity,
      let slots = unsafe keyLists[keyList].slots
    {
      return unsafe slots
    }
    return unsafe tables.slots(of: keyList, for: fields)
  }

  /// Returns the next key.
  @usableFromInline
  mutating func key(of object: inout Object) throws(WireFailure) -> FieldKey? {
    guard object.keyList >= 0 else {
      if object.named == 0 {
        object.named = 1
        try checkKeys()
      }
      if place == end {
        leave(object)
        return nil
      }
      return FieldKey(try text())
    }
    if place != end { return tables.key(try takeKey(of: &object), of: object.keyList) }
    guard isComplete(object) else { throw damage() }
    leave(object)
    return nil
  }

  /// Returns the position of the next key in the key list, after keys that were read by name or by
  /// slot.
  private mutating func takeKey(of object: inout Object) throws(WireFailure) -> Int {
    let hasSlots = unsafe object.slots != noSlots
    let key = hasSlots ? unsafe slots - object.slots : object.named
    // A type can catch a failure without rewinding. Then the difference is arbitrary.
    guard key >= 0, unsafe key < keyLists[object.keyList].count else { throw damage() }
    if hasSlots { unsafe slots += 1 } else { object.named += 1 }
    return key
  }

  /// Checks that the keys of an object with its own keys are unique.
  private mutating func checkKeys() throws(WireFailure) {
    let start = place
    var keys: [ByteView] = []
    do throws(WireFailure) {
      while place != end {
        keys.append(try text())
        place = try lexer.head(at: place, end: end).end
      }
    } catch {
      throw damage(error)
    }
    place = start
    var keySet = KeySet()
    if keySet.firstDuplicate(of: keys.count, { keys[$0] }) != nil {
      throw damage(WireFailure(.duplicateKey, offset: start))
    }
  }

  /// Returns the next key.
  public mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    try key(of: &object)
  }
}
