// A keyed container costs an allocation, because the standard library puts it into a box. Each
// access to a field copies the container out of the box and counts each reference in it twice. So a
// box is used again if only the session holds it, and its container holds no counted reference.
//
// That the standard library's container is one reference to a box is not documented. It is checked
// (`StandardContainers`), and if it is not so, boxes are not used again.

/// The conversion of a box to the standard library's container.
///
/// The container's type is a generic argument of this class, so an instance has the metadata of the
/// type. Otherwise each container would need a look-up in a table.
final class Unboxer<Container> {
  /// Returns the container in `box`, which counts one reference to the box.
  @inline(never)
  func container(in box: Unmanaged<AnyObject>) -> Container {
    unsafe unsafeBitCast(box.toOpaque(), to: Container.self)
  }
}

/// A box that only the session holds, with its cursor.
///
/// The session also holds the unboxer, so no reference is counted. The container's type is not a
/// generic argument, because the code would look up the metadata of such a type.
@safe
struct IdleBox<Cursor> {
  fileprivate let unboxer: Unmanaged<AnyObject>
  fileprivate let box: Unmanaged<AnyObject>
  let cursor: Cursor

  /// Returns the container in the box. Until then, the box stays idle.
  @inline(__always)
  func container<Container>() -> Container {
    // The type of the slot determines the container in its boxes.
    unsafe unboxer._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: Unboxer<Container>.self).container(in: box)
    }
  }
}

/// The boxes of keyed containers by key type, each with the cursor of its container.
///
/// During the call, the session holds the boxes and frees the cursors. A box that outlives the call is
/// kept with a ``LateContainer``, which owns both.
struct ContainerBoxes<Cursor: ContainerCursor>: ~Copyable {
  private struct Box {
    // Optional, because a call with an `AnyObject` opens it: it copies the reference, and the object then
    // seems to have two holders.
    var object: AnyObject?
    let cursor: Cursor
  }

  private struct Entry {
    var type: ObjectIdentifier?
    /// The ``Unboxer`` for the boxes.
    var unboxer: AnyObject?
    /// One box for each level of a type that is nested in itself. The boxes above `top` are idle.
    var boxes: [Box] = []
    var top = 0
    /// Whether the call has used one of the boxes.
    var isTouched = false
  }

  private static var capacity: Int { 256 }
  /// The maximum number of known types.
  private static var limit: Int { 192 }
  /// The number of known types above which a call may remove others: it does so if it used fewer
  /// than half as many types.
  private static var many: Int { 128 }

  /// A hash table with linear probing, so that the addresses of types do not decide which type is
  /// evicted.
  private var entries = [Entry](repeating: Entry(), count: Self.capacity)
  private var used: [Int] = []
  /// The slots that the call has used. The types of other calls cost this call nothing.
  private var touched: [Int] = []
  /// Whether a decoder or encoder has outlived the call. New containers then own their cursor and
  /// session.
  private var isClosed = false

  /// Returns the slot of `type`, or the free slot for it.
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

  /// Returns a box in `slot` that only the session holds.
  @inline(__always)
  mutating func idle(_ slot: Int) -> IdleBox<Cursor>? {
    var top = entries[slot].top
    guard top < entries[slot].boxes.count else { return nil }
    if !entries[slot].isTouched { touch(slot) }
    // Checked in place, because a copy of the reference would be a second reference.
    if isKnownUniquelyReferenced(&entries[slot].boxes[top].object) {
      if top > 0 { top = descend(from: top, in: slot) }
    } else {
      top += 1
      guard top < entries[slot].boxes.count,
        isKnownUniquelyReferenced(&entries[slot].boxes[top].object)
      else { return nil }
      entries[slot].top = top
    }
    guard let unboxer = entries[slot].unboxer, let box = entries[slot].boxes[top].object else {
      return nil
    }
    return unsafe IdleBox(
      unboxer: .passUnretained(unboxer), box: .passUnretained(box),
      cursor: entries[slot].boxes[top].cursor)
  }

  /// Lowers `top` as long as the box below it is idle.
  /// - Returns: the new `top`.
  @inline(never)
  private mutating func descend(from top: Int, in slot: Int) -> Int {
    var top = top
    while top > 0, isKnownUniquelyReferenced(&entries[slot].boxes[top - 1].object) { top -= 1 }
    entries[slot].top = top
    return top
  }

  /// Returns the container that `make` makes. The container owns its cursor if its box is not kept.
  mutating func container<Container, Key>(
    with cursor: Cursor, for type: Key.Type, in slot: Int, of session: @autoclosure () -> AnyObject,
    _ make: (LateContainer?) -> Container
  ) -> Container {
    let container = make(nil)
    if insert(container, cursor, for: ObjectIdentifier(type), in: slot) { return container }
    return make(LateContainer(session(), cursor))
  }

  /// Keeps the box of a new container.
  /// - Returns: false if the container has to own its cursor.
  private mutating func insert<Container>(
    _ container: Container, _ cursor: Cursor, for type: ObjectIdentifier, in slot: Int
  ) -> Bool {
    guard !isClosed else { return false }
    if entries[slot].type == nil {
      // If a model has too many key types, containers of the remaining types get new boxes.
      guard used.count < Self.limit, StandardContainers.areReferences(container, with: Cursor.self)
      else { return false }
      used.append(slot)
      entries[slot].type = type
      entries[slot].unboxer = Unboxer<Container>()
    }
    if !entries[slot].isTouched { touch(slot) }
    entries[slot].boxes.append(
      Box(object: unsafe unsafeBitCast(container, to: AnyObject.self), cursor: cursor))
    entries[slot].top = entries[slot].boxes.count - 1
    return true
  }

  /// Ends a call. Up to `limit` boxes of each type stay for the next call. The cursor and `session` of
  /// a box that outlives the call stay as long as the box.
  mutating func release(keeping limit: Int, of session: AnyObject) {
    // By index, because a loop over the array would retain it, and the array changes at the end.
    for index in touched.indices {
      let slot = touched[index]
      if staysAsItIs(slot, limit) { continue }
      var kept: [Box] = []
      while var box = entries[slot].boxes.popLast() {
        if !isKnownUniquelyReferenced(&box.object) {
          let late = LateBox(object: box.object, owner: LateContainer(session, box.cursor))
          // The end of a box may run code of the user, so it is outside of the lock.
          _ = lateBoxes.withLock { $0.insert(late) }
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

  /// Removes all boxes after a call that a decoder or encoder outlives, and keeps no new ones.
  mutating func close() {
    clear()
    isClosed = true
  }

  /// Removes all types. Their containers must not be in use any more.
  mutating func clear() { forgetAll(but: []) }

  /// Removes all types except those in `slots`, which may get other slots.
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

  /// Frees the cursors of all boxes, which only the session holds.
  private func deallocateAll() {
    for slot in used {
      for box in entries[slot].boxes { box.cursor.deallocate() }
    }
  }

  /// Returns whether all boxes of a type are idle and few enough, which is the usual case.
  private mutating func staysAsItIs(_ slot: Int, _ limit: Int) -> Bool {
    entries[slot].top = 0
    // In place, because a second reference to the array would make the boxes shared.
    return unsafe entries[slot].boxes.withUnsafeMutableBufferPointer { boxes in
      guard boxes.count <= limit else { return false }
      for index in boxes.indices {
        guard unsafe isKnownUniquelyReferenced(&boxes[index].object) else { return false }
      }
      return true
    }
  }

  deinit {
    deallocateAll()
  }
}
