// A keyed container costs an allocation: the standard library boxes it. Nothing forbids using a
// box again that only the cache still holds, and that saves a seventh of the time for records.
// All knowledge about the box is in this file.

/// Keyed decoding containers of a session, one a key type, to be used again.
struct KeyedContainerCache {
  private struct Entry {
    var type: ObjectIdentifier?
    var box: AnyObject?
    var cursor: KeyedCursor?
  }

  private var entries = [Entry](repeating: Entry(), count: 16)

  /// A container over the map at `header`.
  @inline(__always)
  mutating func container<K: CodingKey>(
    for type: K.Type, _ session: DecodingSession, header: Int
  ) -> KeyedDecodingContainer<K> {
    let id = ObjectIdentifier(type)
    let slot = reuseSlot(of: id)
    // Asked in place: a copy of the reference would be a second one.
    if entries[slot].type == id, isKnownUniquelyReferenced(&entries[slot].box),
      let box = entries[slot].box, let cursor = entries[slot].cursor
    {
      cursor.enter(header)
      // The entry's type says which container the box is the storage of.
      return unsafeBitCast(box, to: KeyedDecodingContainer<K>.self)
    }
    return make(id, slot, session, header)
  }

  @inline(never)
  private mutating func make<K: CodingKey>(
    _ id: ObjectIdentifier, _ slot: Int, _ session: DecodingSession, _ header: Int
  ) -> KeyedDecodingContainer<K> {
    let table = session.state.pointee.keyTables.table(for: K.self)
    let cursor = KeyedCursor(session, table: table, header: header)
    let container = KeyedDecodingContainer(TapeKeyedDecodingContainer<K>(cursor: cursor))
    // The standard library's container is one reference to its box. Should that change, every
    // container gets a box of its own.
    if MemoryLayout<KeyedDecodingContainer<K>>.size == MemoryLayout<AnyObject>.size {
      let box = unsafeBitCast(container, to: AnyObject.self)
      entries[slot] = Entry(type: id, box: box, cursor: cursor)
    }
    return container
  }

  mutating func removeAll() {
    for slot in entries.indices { entries[slot] = Entry() }
  }
}

/// Keyed encoding containers of a session, one a key type, to be used again.
struct KeyedEncodingContainerCache {
  private struct Entry {
    var type: ObjectIdentifier?
    var box: AnyObject?
    var cursor: KeyedEncodingCursor?
  }

  private var entries = [Entry](repeating: Entry(), count: 16)

  /// A container over the map at `header`.
  @inline(__always)
  mutating func container<K: CodingKey>(
    for type: K.Type, _ session: EncodingSession, header: Int
  ) -> KeyedEncodingContainer<K> {
    let id = ObjectIdentifier(type)
    let slot = reuseSlot(of: id)
    // Asked in place: a copy of the reference would be a second one.
    if entries[slot].type == id, isKnownUniquelyReferenced(&entries[slot].box),
      let box = entries[slot].box, let cursor = entries[slot].cursor
    {
      cursor.enter(header)
      // The entry's type says which container the box is the storage of.
      return unsafeBitCast(box, to: KeyedEncodingContainer<K>.self)
    }
    return make(id, slot, session, header)
  }

  @inline(never)
  private mutating func make<K: CodingKey>(
    _ id: ObjectIdentifier, _ slot: Int, _ session: EncodingSession, _ header: Int
  ) -> KeyedEncodingContainer<K> {
    let table = session.state.pointee.keyTables.table(for: K.self)
    let cursor = KeyedEncodingCursor(session, table: table, header: header)
    let container = KeyedEncodingContainer(TapeKeyedEncodingContainer<K>(cursor: cursor))
    if MemoryLayout<KeyedEncodingContainer<K>>.size == MemoryLayout<AnyObject>.size {
      let box = unsafeBitCast(container, to: AnyObject.self)
      entries[slot] = Entry(type: id, box: box, cursor: cursor)
    }
    return container
  }

  mutating func removeAll() {
    for slot in entries.indices { entries[slot] = Entry() }
  }
}

/// Metadata is aligned, and neighbours are often some 64 bytes apart.
@inline(__always)
private func reuseSlot(of type: ObjectIdentifier) -> Int {
  let bits = UInt(bitPattern: type)
  return Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 9) & 15)
}

extension EncodingSession {
  @inline(__always)
  func keyedContainer<K: CodingKey>(at header: Int) -> KeyedEncodingContainer<K> {
    state.pointee.keyedContainers.container(for: K.self, self, header: header)
  }
}
