#if !Portable
// A keyed container costs an allocation, because the standard library puts it into a box. Each access
// to a field copies the container out of the box, which counts each reference in it twice. So a box is
// used again when only the session holds it, and the container in it holds no counted reference.

/// Makes the standard library's container out of its box.
///
/// The container's type is an argument of this one, so an instance has its metadata at hand, which
/// otherwise is looked up in a table for each container.
final class Unboxer<Container> {
  @inline(never)
  func container(in box: AnyObject) -> Container { unsafe unsafeBitCast(box, to: Container.self) }
}

/// The boxes of keyed containers by key type, each with its container's cursor.
///
/// ```
/// box   | object header (2 words) | cursor | owner |
/// ```
///
/// `owner` is `nil` as long as the call lasts, for the session holds the box and frees the cursor.
/// A box that somebody else still holds then gets its ``LateContainer`` there.
struct ContainerBoxes<Cursor: ContainerCursor>: ~Copyable {
  private struct Box {
    var object: AnyObject
    let cursor: Cursor
  }

  private struct Entry {
    var type: ObjectIdentifier?
    /// What turns a box into its container, an ``Unboxer``.
    var unboxer: AnyObject?
    /// One for each level that a type is nested in itself; those above `top` are idle.
    var boxes: [Box] = []
    var top = 0
    /// Whether the call has asked for one of them.
    var isTouched = false
  }

  private static var capacity: Int { 256 }
  /// Types that are known, at most.
  private static var limit: Int { 192 }
  /// More types than this are forgotten behind a call that needed less than half as many.
  private static var many: Int { 128 }

  /// A hash table with linear probing: where types lie in memory must not decide who is evicted.
  private var entries = [Entry](repeating: Entry(), count: Self.capacity)
  private var used: [Int] = []
  /// The slots of the call: a call costs nothing for the types of others.
  private var touched: [Int] = []
  /// Whether the call is over while somebody still decodes or encodes: containers that are made from
  /// then on own what they need.
  private var isClosed = false

  /// The slot of `type`, or the free one for it.
  @inline(__always)
  func slot(of type: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: type)
    var slot = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 10) & 255)
    while let other = entries[slot].type, other != type { slot = (slot &+ 1) & 255 }
    return slot
  }

  @inline(never)
  private mutating func touch(_ slot: Int) {
    entries[slot].isTouched = true
    touched.append(slot)
  }

  /// A box in `slot` that nobody else holds, and its cursor.
  @inline(__always)
  mutating func idle<Container>(
    _ slot: Int, as type: Container.Type
  ) -> (unboxer: Unboxer<Container>, box: AnyObject, cursor: Cursor)? {
    var top = entries[slot].top
    guard top < entries[slot].boxes.count else { return nil }
    if !entries[slot].isTouched { touch(slot) }
    // Asked in place: a copy of the reference would be a second one.
    if isKnownUniquelyReferenced(&entries[slot].boxes[top].object) {
      if top > 0 { top = descend(from: top, in: slot) }
    } else {
      top += 1
      guard top < entries[slot].boxes.count,
        isKnownUniquelyReferenced(&entries[slot].boxes[top].object)
      else { return nil }
      entries[slot].top = top
    }
    guard let unboxer = entries[slot].unboxer else { return nil }
    // The slot's type says which container the boxes are the storage of.
    return unsafe (
      unsafeDowncast(unboxer, to: Unboxer<Container>.self), entries[slot].boxes[top].object,
      entries[slot].boxes[top].cursor
    )
  }

  /// The lowest box that is idle, and so are all from there to `top`.
  @inline(never)
  private mutating func descend(from top: Int, in slot: Int) -> Int {
    var top = top
    while top > 0, isKnownUniquelyReferenced(&entries[slot].boxes[top - 1].object) { top -= 1 }
    entries[slot].top = top
    return top
  }

  /// The container that `make` makes, which owns its cursor if its box is not kept.
  mutating func container<Container, Key>(
    with cursor: Cursor, for type: Key.Type, in slot: Int, of session: @autoclosure () -> AnyObject,
    _ make: (LateContainer?) -> Container
  ) -> Container {
    let container = make(nil)
    if insert(container, cursor, for: ObjectIdentifier(type), in: slot) { return container }
    return make(LateContainer(session(), cursor))
  }

  /// Keeps the box of a new container, if its memory is as drawn above.
  /// - Returns: false if the container has to own its cursor.
  private mutating func insert<Container>(
    _ container: Container, _ cursor: Cursor, for type: ObjectIdentifier, in slot: Int
  ) -> Bool {
    guard !isClosed, MemoryLayout.size(ofValue: container) == MemoryLayout<AnyObject>.size,
      MemoryLayout<Cursor>.size == MemoryLayout<UInt>.size
    else { return false }
    let box = unsafe withUnsafeBytes(of: container) { unsafe $0.load(as: AnyObject.self) }
    let fields = unsafe Self.fields(of: box)
    guard unsafe fields[0] == unsafeBitCast(cursor, to: UInt.self), unsafe fields[1] == 0 else {
      return false
    }
    if entries[slot].type == nil {
      // A model with more key types than fit gets new boxes for the rest.
      guard used.count < Self.limit else { return false }
      used.append(slot)
      entries[slot].type = type
      entries[slot].unboxer = Unboxer<Container>()
    }
    if !entries[slot].isTouched { touch(slot) }
    entries[slot].boxes.append(Box(object: box, cursor: cursor))
    entries[slot].top = entries[slot].boxes.count - 1
    return true
  }

  /// The words behind the header of a box, which holds a container and so has at least two.
  private static func fields(of box: AnyObject) -> UnsafeMutablePointer<UInt> {
    let header = 2 * MemoryLayout<UInt>.size
    return unsafe (Unmanaged.passUnretained(box).toOpaque() + header).assumingMemoryBound(
      to: UInt.self)
  }

  /// Ends a call: up to `limit` boxes of each type stay for the next one. Those that somebody else
  /// still holds become the owners of what they need, `session` included.
  mutating func release(keeping limit: Int, of session: AnyObject) {
    // By index: a loop over the array would hold it, and it is changed at the end.
    for index in touched.indices {
      let slot = touched[index]
      if staysAsItIs(slot, limit) { continue }
      var kept: [Box] = []
      while var box = entries[slot].boxes.popLast() {
        if !isKnownUniquelyReferenced(&box.object) {
          let owner = LateContainer(session, box.cursor)
          unsafe Self.fields(of: box.object)[1] = UInt(
            bitPattern: Unmanaged.passRetained(owner).toOpaque())
        } else if kept.count < limit {
          kept.append(box)
        } else {
          box.cursor.deallocate()
        }
      }
      entries[slot].boxes = kept
      entries[slot].top = 0
    }
    if limit == 0 {
      clear()
    } else if used.count > Self.many, touched.count < Self.many / 2 {
      forgetAll(but: touched)
    }
    for index in touched.indices { entries[touched[index]].isTouched = false }
    touched.removeAll(keepingCapacity: true)
  }

  /// Forgets all boxes behind a call that somebody outlives, and keeps no more.
  mutating func close() {
    clear()
    isClosed = true
  }

  /// Forgets all types. Nobody has a container of theirs any more.
  mutating func clear() { forgetAll(but: []) }

  /// Forgets all types but those in `slots`, whose slots may be others then.
  @inline(never)
  private mutating func forgetAll(but slots: [Int]) {
    var kept: [Entry] = []
    for slot in slots {
      entries[slot].isTouched = false
      kept.append(entries[slot])
      entries[slot].boxes = []
    }
    deallocateAll()
    for slot in used { entries[slot] = Entry() }
    (used, touched) = ([], [])
    for entry in kept {
      guard let type = entry.type else { continue }
      let slot = slot(of: type)
      entries[slot] = entry
      used.append(slot)
    }
  }

  /// Frees the cursors of all boxes, which nobody else holds.
  private func deallocateAll() {
    for slot in used {
      for box in entries[slot].boxes { box.cursor.deallocate() }
    }
  }

  /// Whether all boxes of a type are idle and few enough, which is the usual case.
  private mutating func staysAsItIs(_ slot: Int, _ limit: Int) -> Bool {
    guard entries[slot].boxes.count <= limit else { return false }
    entries[slot].top = 0
    return entries[slot].boxes.indices.allSatisfy {
      isKnownUniquelyReferenced(&entries[slot].boxes[$0].object)
    }
  }

  deinit {
    deallocateAll()
  }
}
#endif
