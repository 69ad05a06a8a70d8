public import FerryBase

extension TapeReader {
  /// The position of the reader in an object.
  @usableFromInline package struct Object {
    let header: Int
    var next: Int
    let end: Int
    /// Index of the value after the object, or after the alias that stands for it.
    let after: Int
    /// The values by name, once a style has to find them.
    var styled: StyledMembers?
    /// The text of the last key after its conversion. It is empty if the options convert no keys.
    var convertedKey: [UInt8] = []
  }

  /// The position of the reader in an array.
  @usableFromInline package struct List {
    var next: Int
    let end: Int
    /// Index of the value after the array, or after the alias that stands for it.
    let after: Int
    var count: Int
  }

  /// Returns the index of the object.
  @usableFromInline package func position(of object: Object) -> Int { object.header }

  // The functions are not inlined into loops that read values inside of values, whose frames would be
  // several times as large.

  /// Enters an object.
  @usableFromInline @inline(never)
  package mutating func beginObject() throws(WireFailure) -> Object {
    var header = view.resolved(try next())
    if view[header].kind != .map {
      guard let members = try form({ try root.call.members(ofOrderedMap: header) }, at: header)
      else {
        throw failure(decoder(at: index).mismatch([String: Any].self), at: index)
      }
      header = members
    }
    return Object(
      header: header, next: header + 1, end: view[header].payload, after: view.next(index))
  }

  /// Moves to the next key. At the end, moves past the object and returns false.
  @usableFromInline
  mutating func moveOn(_ object: inout Object) -> Bool {
    guard object.next < object.end else {
      index = object.after
      return false
    }
    ReadingWork.add(8)
    index = object.next + 1
    object.next = view.next(index)
    return true
  }

  /// Returns the key of the next value.
  @usableFromInline
  mutating func key(in object: borrowing Object) -> FieldKey {
    guard convertsKeys else { return FieldKey(view.stored(view[index - 1])) }
    if style != nil {
      convertedKey = Array(modelName().utf8)
    } else if case .snakeCase = root.options.keys {
      SnakeCase.camelCase(view.stored(view[index - 1]), into: &convertedKey)
    } else {
      convertedKey = Array(root.call.convertedName(index - 1, in: object.header).utf8)
    }
    // The text does not change until the next key.
    return convertedKey.withByteView { FieldKey($0) }
  }

  /// Returns the slot whose name is canonically equal to a key, if no name has the same bytes.
  /// Returns -1 if no slot has such a name, and `nil` if the slot was taken before.
  @usableFromInline @inline(never)
  func lookAlike<Fields: _FieldSet>(
    of key: FieldKey, in progress: inout _FieldProgress<Fields>
  ) -> Int? {
    guard !key.isASCII else { return -1 }
    let text = key.string
    guard
      let slot = (0..<progress.fields.count).first(where: { "\(progress.fields.name($0))" == text })
    else {
      return -1
    }
    guard !progress.seen.contains(slot) else { return nil }
    progress.seen.insert(slot)
    progress.expected = slot + 1
    return slot
  }

  /// Notes the model's name of the next value.
  @usableFromInline @inline(never)
  func follow(_ name: String) {
    root.call.state.modelKeys.note(
      TapeKey(name), to: index, isConverted: true)
  }

  /// Returns the next slot for which the object has a key.
  @inlinable @inline(never)
  package mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    if hasStyle { return nextStyledSlot(&object, &progress) }
    while moveOn(&object) {
      let key = key(in: object)
      // Of duplicate keys, the first counts.
      guard var slot = progress.takeSlot(for: key) else { continue }
      if slot < 0, followsFoundation {
        guard let look = lookAlike(of: key, in: &progress) else { continue }
        slot = look
      }
      if slot < 0, notesKeys {
        guard let other = otherSpelling(in: object, &progress) else { continue }
        slot = other
      }
      if convertsKeys, slot >= 0 { follow("\(progress.fields.name(slot))") }
      if notesKeys, slot >= 0 { ask(in: object) }
      return slot
    }
    return nil
  }

  /// Returns the next key.
  @usableFromInline @inline(never)
  package mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    if notesKeys { root.call.state.askedKeys.knowAll(of: object.header) }
    return keyAfter(&object)
  }

  /// Returns the next key. The model does not know it yet.
  @usableFromInline
  package mutating func nextName(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    if notesKeys { root.call.state.askedKeys.open(object.header) }
    return keyAfter(&object)
  }

  private mutating func keyAfter(_ object: inout Object) -> FieldKey? {
    guard moveOn(&object) else { return nil }
    let key = key(in: object)
    // The object keeps the text: the keys of the value have texts of their own.
    swap(&object.convertedKey, &convertedKey)
    return key
  }

  /// Enters an object whose keys are fields.
  @inlinable @inline(never)
  package mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object {
    let object = try beginObject()
    if notesKeys { open(fields, of: object) }
    return object
  }

  @usableFromInline @inline(never)
  func open<Fields: _FieldSet>(_ fields: Fields, of object: Object) {
    root.call.state.askedKeys.open(
      object.header, fields: fields.identity
    ) {
      (0..<fields.count).map { "\(fields.name($0))" }
    }
  }

  /// Notes that the model knows the key of the next value.
  @usableFromInline @inline(never)
  func ask(in object: borrowing Object) {
    let name = root.call.convertedName(index - 1, in: object.header)
    root.call.state.askedKeys.ask(name, of: object.header)
  }

  /// Returns the slot of a key that the observer finds under the slot's name. Returns -1 if there is
  /// no such slot, and `nil` if the slot was taken before.
  @usableFromInline @inline(never)
  func otherSpelling<Fields: _FieldSet>(
    in object: borrowing Object, _ progress: inout _FieldProgress<Fields>
  ) -> Int? {
    guard let observer = root.options.observer else { return -1 }
    let header = object.header
    var slot = 0
    while slot < progress.fields.count,
      observer.value(named: "\(progress.fields.name(slot))", in: header) != index
    {
      slot += 1
    }
    guard slot < progress.fields.count else { return -1 }
    let name = "\(progress.fields.name(slot))"
    let isSpelledExactly = view.keys(ofMap: header).contains {
      root.call.convertedName($0, in: header) == name
    }
    if isSpelledExactly { return -1 }
    guard !progress.seen.contains(slot) else { return nil }
    progress.seen.insert(slot)
    progress.expected = slot + 1
    return slot
  }

  /// Returns the key as it is in the document.
  @usableFromInline package func dataKey(_ key: FieldKey, in object: Object) -> String {
    convertsKeys ? view.string(view[index - 1]) : context.string(of: key)
  }

  /// Enters an array.
  @usableFromInline @inline(never)
  package mutating func beginList() throws(WireFailure) -> List {
    var header = view.resolved(try next())
    if view[header].kind == .packed {
      header = try form({ try root.call.unpack(header) }, at: header)
    } else if view[header].kind != .list {
      guard let elements = try form({ try root.call.elements(ofSet: header) }, at: header) else {
        throw failure(decoder(at: index).mismatch([Any].self), at: index)
      }
      header = elements
    }
    return List(
      next: header + 1, end: view[header].payload, after: view.next(index),
      count: view.elementCount(header))
  }

  /// Returns another form of the array or object at `header`.
  @inline(never)
  private func form<Form>(
    _ body: () throws -> Form, at header: Int
  ) throws(WireFailure) -> Form {
    do {
      return try body()
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
    ReadingWork.add(8)
    index = list.next
    list.next = view.next(index)
    list.count -= 1
    return true
  }

  /// Returns the number of remaining elements.
  @usableFromInline package func countHint(of list: List) -> Int { list.count }
}
