public import FerryBytes
public import FerryTape

extension ItemWireReader {
  /// The position of the reader in an object.
  @frozen @usableFromInline
  package struct Object {
    @usableFromInline let start: Int
    /// The number of members that follow; -1 for an indefinite length.
    @usableFromInline var left: Int
    /// The number of keys in ``ItemWireReader/ownKeys`` that belong to outer objects.
    @usableFromInline let firstKey: Int

    @inlinable init(start: Int, left: Int, firstKey: Int) {
      self.start = start
      self.left = left
      self.firstKey = firstKey
    }
  }

  /// The position of the reader in an array.
  @frozen @usableFromInline
  package struct List {
    /// The number of elements that follow; -1 for an indefinite length.
    @usableFromInline var left: Int

    @inlinable init(left: Int) { self.left = left }
  }

  @inlinable package func position(of object: Object) -> Int { object.start }

  /// Returns the number of remaining elements, limited so that a hostile count reserves little
  /// memory.
  @inlinable package func countHint(of list: List) -> Int {
    Swift.max(0, Swift.min(list.left, 4096))
  }

  @inlinable
  package mutating func beginObject() throws(WireFailure) -> Object {
    let start = place
    let left = try begin(ItemKind.map)
    return Object(start: start, left: left, firstKey: ownKeys.count)
  }

  @inlinable
  package mutating func beginList() throws(WireFailure) -> List {
    List(left: try begin(ItemKind.list))
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
    if left < 0, try !isAtStop() { return true }
    depth &-= 1
    return false
  }

  /// Moves behind the end of a container of indefinite length, if it comes next.
  @usableFromInline @inline(never)
  mutating func isAtStop() throws(WireFailure) -> Bool {
    guard place < lexer.count else { throw lexer.endFailure() }
    guard lexer.kind(at: place) == ItemKind.stop else { return false }
    place += 1
    return true
  }

  @inlinable
  package mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool {
    try moveOn(&list.left)
  }

  // MARK: Keys

  @usableFromInline
  package mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard try moveOn(&object.left) else {
      try endKeys(from: object.firstKey)
      return nil
    }
    ownKeys.append(place)
    return try readKey()
  }

  @inlinable
  package mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while try moveOn(&object.left) {
      let start = place
      var slot = progress.expected
      if slot >= Fields.count || !skipKey(Fields.name(slot)) {
        slot = Fields.slot(for: try readKey())
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
    guard object.left != 0, skipKey(Fields.name(slot)) else { return false }
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
    let length = try lexer.length(head)
    try lexer.input.checkText(at: head.end, length)
    place = head.end &+ length
    return lexer.count &- head.end >= 8
      ? unsafe FieldKey(padded: lexer.input.start + head.end, count: length)
      : FieldKey(lexer.input.part(at: head.end, count: length))
  }

  @inline(never)
  private mutating func readRareKey(_ head: ItemHead) throws(WireFailure) -> FieldKey {
    var end = place
    keyDigits = try lexer.rareKey(head, at: &end)
    place = end
    // The digits do not change before the next key.
    return keyDigits.withByteView { FieldKey($0) }
  }

  /// Checks that the keys of an object differ that no slot has.
  @usableFromInline @inline(never)
  mutating func endKeys(from first: Int) throws(WireFailure) {
    // A type can catch a failure without rewinding.
    guard first < ownKeys.count else { return }
    defer { ownKeys.removeLast(ownKeys.count - first) }
    guard ownKeys.count - first > 1 else { return }
    let keys = Array(ownKeys[first...])
    var duplicates = DuplicateKeys()
    var texts: [ByteView] = []
    for key in keys {
      // The reader has read these heads before.
      let head = try lexer.head(at: key)
      guard head.kind == ItemKind.text, !head.isIndefinite else {
        return try endRareKeys(keys)
      }
      texts.append(lexer.input.part(at: head.end, count: Int(head.argument)))
    }
    if duplicates.first(of: texts.count, { texts[$0] }) != nil {
      throw WireFailure(.duplicateKey, offset: place)
    }
  }

  /// Checks that keys differ of which some are not in the input as text.
  private func endRareKeys(_ keys: [Int]) throws(WireFailure) {
    var texts: Set<[UInt8]> = []
    for key in keys {
      var place = key
      let head = try lexer.head(at: key)
      let text =
        head.kind == ItemKind.text && !head.isIndefinite
        ? Array(lexer.input.part(at: head.end, count: Int(head.argument)))
        : try lexer.rareKey(head, at: &place)
      if !texts.insert(text).inserted { throw WireFailure(.duplicateKey, offset: key) }
    }
  }
}
