// A keyed container costs an allocation: the standard library boxes it. Nothing forbids using a
// box again that only the cache still holds, and that saves a third of the time for records.
// All knowledge about the box is in this file.

/// Boxes of keyed containers, each with the cursor that its container reads or writes through, by
/// key type. For the length of one call.
struct ContainerBoxes<Cursor: AnyObject> {
  private struct Entry {
    var type: ObjectIdentifier?
    var box: AnyObject?
    var cursor: Cursor?
  }

  /// A hash table with linear probing: where types lie in memory must not decide who is evicted.
  private var entries = [Entry](repeating: Entry(), count: 64)
  private var used: [Int] = []

  /// The slot of `type`, or the free one for it.
  @inline(__always)
  func slot(of type: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: type)
    var slot = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 10) & 63)
    while let other = entries[slot].type, other != type { slot = (slot &+ 1) & 63 }
    return slot
  }

  /// The box in `slot` and its cursor, if nobody else holds the box.
  @inline(__always)
  mutating func idle(_ slot: Int) -> (box: AnyObject, cursor: Cursor)? {
    // Asked in place: a copy of the reference would be a second one.
    guard entries[slot].type != nil, isKnownUniquelyReferenced(&entries[slot].box),
      let box = entries[slot].box, let cursor = entries[slot].cursor
    else { return nil }
    return (box, cursor)
  }

  mutating func insert(
    _ container: some Any, _ cursor: Cursor, for type: ObjectIdentifier, in slot: Int
  ) {
    // The standard library's container is one reference to its box. Should that change, every
    // container gets a box of its own. A model with more key types than fit does as well.
    guard MemoryLayout.size(ofValue: container) == MemoryLayout<AnyObject>.size else { return }
    if entries[slot].type == nil {
      guard used.count < 48 else { return }
      used.append(slot)
    }
    let box = withUnsafeBytes(of: container) { $0.load(as: AnyObject.self) }
    entries[slot] = Entry(type: type, box: box, cursor: cursor)
  }

  mutating func removeAll() {
    for slot in used { entries[slot] = Entry() }
    used.removeAll(keepingCapacity: true)
  }
}

extension DecodingSession {
  /// A container over the map at `header`.
  @inline(__always)
  func keyedContainer<K: CodingKey>(
    keyedBy type: K.Type, at header: Int
  ) -> KeyedDecodingContainer<K> {
    let id = ObjectIdentifier(type)
    let slot = state.pointee.boxes.slot(of: id)
    if let (box, cursor) = state.pointee.boxes.idle(slot) {
      cursor.enter(header)
      // The slot's type says which container the box is the storage of.
      return unsafeBitCast(box, to: KeyedDecodingContainer<K>.self)
    }
    return newContainer(keyedBy: type, at: header, slot)
  }

  @inline(never)
  private func newContainer<K: CodingKey>(
    keyedBy type: K.Type, at header: Int, _ slot: Int
  ) -> KeyedDecodingContainer<K> {
    let table = state.pointee.keyTables.table(for: type)
    let cursor = KeyedCursor(self, table: table, header: header)
    let container = KeyedDecodingContainer(TapeKeyedDecodingContainer<K>(cursor: cursor))
    state.pointee.boxes.insert(container, cursor, for: ObjectIdentifier(type), in: slot)
    return container
  }
}

extension EncodingSession {
  /// A container over the map at `header`.
  @inline(__always)
  func keyedContainer<K: CodingKey>(at header: Int) -> KeyedEncodingContainer<K> {
    let id = ObjectIdentifier(K.self)
    let slot = state.pointee.boxes.slot(of: id)
    if let (box, cursor) = state.pointee.boxes.idle(slot) {
      cursor.enter(header)
      // The slot's type says which container the box is the storage of.
      return unsafeBitCast(box, to: KeyedEncodingContainer<K>.self)
    }
    return newContainer(at: header, slot)
  }

  @inline(never)
  private func newContainer<K: CodingKey>(
    at header: Int, _ slot: Int
  ) -> KeyedEncodingContainer<K> {
    let table = state.pointee.keyTables.table(for: K.self)
    let cursor = KeyedEncodingCursor(self, table: table, header: header)
    let container = KeyedEncodingContainer(TapeKeyedEncodingContainer<K>(cursor: cursor))
    state.pointee.boxes.insert(container, cursor, for: ObjectIdentifier(K.self), in: slot)
    return container
  }
}
