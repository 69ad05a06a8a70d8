public import FerryTape

extension TapeReader {
  /// Where the reader is in a map.
  @usableFromInline package struct Object {
    let header: Int
    var next: Int
    let end: Int
    /// Where the reader goes on behind the map, which an alias may stand for.
    let after: Int
  }

  /// Where the reader is in a list.
  @usableFromInline package struct List {
    var next: Int
    let end: Int
    /// Where the reader goes on behind the list, which an alias may stand for.
    let after: Int
    var count: Int
  }

  /// Index of the object.
  @usableFromInline package func position(of object: Object) -> Int { object.header }

  /// Enters a map.
  @usableFromInline package mutating func beginObject() throws(WireFailure) -> Object {
    let header = view.resolved(try next())
    guard view[header].kind == .map else {
      throw failure(decoder(at: index).mismatch([String: Any].self), at: index)
    }
    return Object(
      header: header, next: header + 1, end: view[header].payload, after: view.next(index))
  }

  /// Moves to the next key; false, and behind the map, at the end.
  @usableFromInline
  mutating func moveOn(_ object: inout Object) -> Bool {
    guard object.next < object.end else {
      index = object.after
      return false
    }
    index = object.next + 1
    object.next = view.next(index)
    return true
  }

  /// The key in front of the value that comes next.
  @usableFromInline
  mutating func key(in object: borrowing Object) -> FieldKey {
    guard convertsKeys else { return FieldKey(view.stored(view[index - 1])) }
    if case .snakeCase = root.options.keys {
      SnakeCase.camelCase(view.stored(view[index - 1]), into: &convertedKey)
    } else {
      convertedKey = Array(root.call.convertedName(index - 1, in: object.header).utf8)
    }
    // Nobody touches the text before the next key.
    return convertedKey.withByteView { FieldKey($0) }
  }

  /// The slot whose name is canonically equal to a key that no field has byte for byte; -1 if no slot
  /// is, `nil` if the slot was taken before.
  @usableFromInline @inline(never)
  func lookAlike<Fields: _FieldSet>(
    of key: FieldKey, in progress: inout _FieldProgress<Fields>
  ) -> Int? {
    guard !key.isASCII else { return -1 }
    let text = key.string
    guard let slot = (0..<Fields.count).first(where: { "\(Fields.name($0))" == text }) else {
      return -1
    }
    guard !progress.seen.contains(slot) else { return nil }
    progress.seen.insert(slot)
    progress.expected = slot + 1
    return slot
  }

  /// Notes what the model calls the value that comes next.
  @usableFromInline @inline(never)
  func follow(_ name: String) {
    unsafe root.call.state.pointee.modelKeys.note(
      TapeKey(name), to: index, isConverted: true)
  }

  /// The next slot that is there.
  @inlinable
  package mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while moveOn(&object) {
      let key = key(in: object)
      // Where keys may come again, the first counts.
      guard var slot = Fields.takeSlot(for: key, in: &progress) else { continue }
      if slot < 0, followsFoundation {
        guard let look = lookAlike(of: key, in: &progress) else { continue }
        slot = look
      }
      if convertsKeys, slot >= 0 { follow("\(Fields.name(slot))") }
      return slot
    }
    return nil
  }

  /// The next key.
  @usableFromInline
  package mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    moveOn(&object) ? key(in: object) : nil
  }

  /// The key as the document has it.
  @usableFromInline package func dataKey(_ key: FieldKey, in object: Object) -> String {
    convertsKeys ? view.string(view[index - 1]) : context.string(of: key)
  }

  /// Enters a list.
  @usableFromInline package mutating func beginList() throws(WireFailure) -> List {
    var header = view.resolved(try next())
    if view[header].kind == .packed { header = try unpack(header) }
    guard view[header].kind == .list else {
      throw failure(decoder(at: index).mismatch([Any].self), at: index)
    }
    return List(
      next: header + 1, end: view[header].payload, after: view.next(index),
      count: view.elementCount(header))
  }

  private func unpack(_ header: Int) throws(WireFailure) -> Int {
    do {
      return try root.call.unpack(header)
    } catch {
      throw failure(error, at: header)
    }
  }

  /// Moves to the next element.
  @usableFromInline package mutating func nextElement(_ list: inout List) throws(WireFailure)
    -> Bool
  {
    guard list.next < list.end else {
      index = list.after
      return false
    }
    index = list.next
    list.next = view.next(index)
    list.count -= 1
    return true
  }

  /// The number of elements that are left.
  @usableFromInline package func countHint(of list: List) -> Int { list.count }
}
