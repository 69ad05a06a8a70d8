public import FerryBase

extension ItemWireReader {
  /// The position of the reader in an object: its start, the number of members that follow, and the
  /// number of keys in ``ownKeys`` that belong to outer objects. An indefinite length counts as -1.
  @usableFromInline
  package typealias Object = (start: Int, left: Int, firstKey: Int)

  /// The position of the reader in an array: the number of elements that follow. An indefinite
  /// length counts as -1.
  @usableFromInline
  package typealias List = Int

  @inlinable package func position(of object: Object) -> Int { object.start }

  /// Returns the number of remaining elements, or 0 for an indefinite length.
  @inlinable package func countHint(of list: List) -> Int { Swift.max(0, list) }

  @inlinable
  package mutating func beginObject() throws(WireFailure) -> Object {
    let start = place
    let left = try begin(ItemKind.map)
    return (start, left, ownKeys.count)
  }

  @inlinable
  package mutating func beginList() throws(WireFailure) -> List {
    try begin(ItemKind.list)
  }

  /// Enters a container and returns the number of its elements or members.
  @usableFromInline @inline(never)
  mutating func begin(_ kind: UInt8) throws(WireFailure) -> Int {
    var head = try lexer.head(at: place)
    if head.kind == ItemKind.tag {
      try skipTags()
      head = try lexer.head(at: place)
    }
    guard head.kind == kind else {
      throw kind == ItemKind.map
        ? mismatch([String: Any].self, at: place) : mismatch([Any].self, at: place)
    }
    try enter()
    place = head.end
    return try lexer.itemCount(head)
  }

  /// Counts the next element or member. At the end, moves behind the container and returns false.
  @inlinable @inline(__always)
  mutating func moveOn(_ left: inout Int) throws(WireFailure) -> Bool {
    if left > 0 {
      left &-= 1
      return true
    }
    if left < 0, try !lexer.passStop(at: &place) { return true }
    depth &-= 1
    return false
  }

  @inlinable
  package mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    try moveOn(&list)
  }

  // MARK: Keys

  @usableFromInline
  package mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard try moveOn(&object.left) else {
      try endKeys(from: object.firstKey)
      return nil
    }
    let start = place
    let key = try readKey()
    ownKeys.append(start)
    return key
  }

  @inlinable
  package mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while try moveOn(&object.left) {
      let start = place
      var slot = progress.expected
      if slot >= progress.fields.count || !skipKey(progress.fields.name(slot)) {
        slot = progress.fields.slot(for: try readKey())
        if slot < 0 {
          ownKeys.append(start)
          return slot
        }
      }
      if try takes(slot, &progress) { return slot }
    }
    if ownKeys.count > object.firstKey { try endKeys(from: object.firstKey) }
    return nil
  }

  /// Returns whether the key of `slot` comes next. If so, moves to its value.
  @inlinable @inline(__always)
  package mutating func nextIs<Fields: _FieldSet>(
    _ slot: Int, _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool {
    guard object.left != 0, skipKey(progress.fields.name(slot)) else { return false }
    if object.left > 0 { object.left &-= 1 }
    return try takes(slot, &progress)
  }

  /// Returns whether the value at the cursor is the first one of `slot`. Skips any other value: its
  /// key is a duplicate, or another name of the slot.
  @inlinable @inline(__always)
  mutating func takes<Fields: _FieldSet>(
    _ slot: Int, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Bool {
    if progress.seen.contains(slot) {
      isLeftToTape = true
      try skipValue()
      return false
    }
    progress.seen.insert(slot)
    progress.expected = slot &+ 1
    return true
  }

  /// Moves behind the key `name` if it comes next, in its usual form and not near the end.
  @inlinable @inline(__always)
  mutating func skipKey(_ name: StaticString) -> Bool {
    // The compiler knows the name, so most conditions cost nothing.
    let count = name.utf8CodeUnitCount
    guard count < 256, lexer.count &- place > count &+ 2 else { return false }
    var start = place &+ 1
    if count < 24 || count <= lexer.grammar.longestShortText {
      guard lexer.input[place] == lexer.grammar.textBase &+ UInt8(truncatingIfNeeded: count) else {
        return false
      }
    } else {
      guard lexer.input[place] == lexer.grammar.longTextByte, Int(lexer.input[start]) == count
      else {
        return false
      }
      start &+= 1
    }
    // The text is in the memory.
    let isNext = unsafe UnsafeRawPointer(name.utf8Start)
      .hasBytes(of: UnsafeRawPointer(lexer.input.start + start), count: count)
    if isNext { place = start &+ count }
    return isNext
  }

  /// Reads the key at the cursor and moves to its value.
  @usableFromInline @inline(never)
  mutating func readKey() throws(WireFailure) -> FieldKey {
    let head = try lexer.head(at: place)
    guard head.kind == ItemKind.text, !head.isIndefinite else { return try readRareKey(head) }
    let length = try lexer.textLength(head)
    place = head.end &+ length
    return lexer.count &- head.end >= 8
      ? unsafe FieldKey(padded: lexer.input.start + head.end, count: length)
      : FieldKey(lexer.input.part(at: head.end, count: length))
  }

  @inline(never)
  private mutating func readRareKey(_ head: ItemHead) throws(WireFailure) -> FieldKey {
    var end = place
    let text = try lexer.rareKey(head, at: &end)
    place = end
    return rareKeys.key(text, atDepth: depth)
  }

  /// Checks that the keys of an object differ that no slot has.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    // A type can catch a failure without rewinding.
    guard first < ownKeys.count else { return }
    defer { ownKeys.removeLast(ownKeys.count - first) }
    guard ownKeys.count - first > 1 else { return }
    var texts: [(isRare: Bool, range: Range<Int>)] = []
    var rare: [UInt8] = []
    for var key in ownKeys[first...] {
      // The reader has read these heads before.
      let head = try lexer.head(at: key)
      if head.kind == ItemKind.text, !head.isIndefinite {
        texts.append((false, head.end..<head.end + (try lexer.textLength(head))))
      } else {
        let start = rare.count
        rare += try lexer.rareKey(head, at: &key)
        texts.append((true, start..<rare.count))
      }
    }
    let duplicate = rare.withByteView { rare in
      ByteRun.firstRepeated(of: texts.count) {
        ByteView(rebasing: (texts[$0].isRare ? rare : lexer.input)[texts[$0].range])
      }
    }
    if duplicate != nil { throw WireFailure(.duplicateKey, offset: place) }
  }
}
