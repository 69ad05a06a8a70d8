internal import FerryBase

/// The position of a keyed container on the tape that it writes to. The cursor is a pointer, see
/// ``KeyedCursor``.
struct KeyedEncodingCursor: ContainerCursor {
  private let handle: Handle<Place>

  private var place: Place {
    @inline(__always) _read { yield handle.value }
    @inline(__always) nonmutating _modify { yield &handle.value }
  }

  @safe
  private struct Place {
    let call: EncodingCall
    /// The names of the container's keys, if they can be numbered.
    let table: KeyTable?
    /// The names as a pointer, which needs no reference counting. `table` keeps them.
    let names: UnsafeMutablePointer<KeyTable.Name>?
    var header = 0
    /// The keys written so far, one bit per number, to notice a key that comes twice.
    var written: UInt64 = 0
    var count = 0
    /// Whether it is noted that a name may occur twice in the object.
    var mayRepeat = false
  }

  init<K: CodingKey>(_ call: EncodingCall, keyedBy type: K.Type) {
    let table = call.state.known.tables.table(for: type)
    handle = Handle(unsafe Place(call: call, table: table, names: table?.names))
  }

  func deallocate() { handle.deallocate() }

  var call: EncodingCall {
    @inline(__always) get { place.call }
  }
  var header: Int {
    @inline(__always) get { place.header }
  }
  private var names: UnsafeMutablePointer<KeyTable.Name>? {
    @inline(__always) get { unsafe place.names }
  }

  /// Moves to the object at `header`.
  @inline(__always)
  func enter(_ header: Int) {
    place.header = header
    place.written = 0
    place.count = 0
    place.mayRepeat = false
  }

  @inline(never)
  private func noteRepeats() {
    if place.mayRepeat { return }
    place.mayRepeat = true
    call.state.late.repeatingMaps.append(header)
  }

  /// Returns whether nothing has been written for `key`, as far as this is known without a search.
  func isNew<K: CodingKey>(_ key: K) -> Bool {
    let open = call.state.open
    guard open.header == header else { return false }
    // Different keys may have equal converted names.
    guard unsafe names != nil, place.count == 0, !call.state.known.rule.isConverting
    else { return open.count == 0 }
    let number = KeyTable.index(of: key)
    // If there are as many members as keys, no other container has written members.
    return number < 64 && place.written & 1 << UInt64(number) == 0
      && place.written.nonzeroBitCount == open.count
  }

  /// Returns the index of the value that was written last for `key`.
  /// - Throws: if the value belongs to another key with the same name.
  func value<K: CodingKey>(for key: K) throws(WireFailure) -> Int? {
    guard
      let found = call.state.member(
        named: call.convertedName(key), ofMap: header)
    else { return nil }
    try call.checkMember(key, continues: found.key, of: header)
    return found.value
  }

  /// Notes that a member was removed, so that `written` no longer shows which members the object
  /// has.
  func forgetOrder() { place.count += 1 }

  /// Appends `key` to the innermost container, which is the container of this cursor.
  @inline(__always)
  func append<K: CodingKey>(_ key: K) throws {
    guard let names = unsafe names else { return try append(unnumbered: key) }
    let number = KeyTable.index(of: key)
    let bit: UInt64 = number < 64 ? 1 << UInt64(number) : 0
    if bit == 0 || place.written & bit != 0 {
      // The last value of a key counts. Duplicates are resolved once, at the end.
      noteRepeats()
    }
    place.written |= bit
    let node = try unsafe names[number].node ?? fill(number, with: key)
    call.state.open.count &+= 1
    try call.state.tape.append(node)
  }

  /// Appends a key that has no number.
  @inline(never)
  func append<K: CodingKey>(unnumbered key: K) throws {
    let name = call.convertedName(key)
    place.count += 1
    if place.count > 1 || place.written != 0 { noteRepeats() }
    call.state.open.count += 1
    noteKey(key)
    try call.state.tape.append(name)
  }

  @inline(never)
  private func fill<K: CodingKey>(_ number: Int, with key: K) throws -> Node {
    let name = call.convertedName(key)
    let rule = call.state.known.rule
    // A custom conversion may depend on the path.
    if rule != .unknown, let table = place.table,
      let node = call.state.known.keep(name, of: number, in: table)
    {
      return node
    }
    if rule.isConverting {
      noteRepeats()
      noteKey(key)
    }
    return try call.state.tape.node(storing: name)
  }

  /// Notes the key whose name is appended next.
  private func noteKey(_ key: some CodingKey) {
    call.state.modelKeys.note(
      key, to: call.state.tape.count, isConverted: call.state.known.rule.isConverting)
  }
}

extension EncodingCall {
  /// Returns the name of `key` in the document.
  @inline(__always)
  func convertedName<K: CodingKey>(_ key: K) -> String {
    if case .exact = state.options.keys { return key.stringValue }
    return convert(key)
  }

  @inline(never)
  private func convert<K: CodingKey>(_ key: K) -> String {
    // The keys of dictionaries are data. Foundation converts those of some dictionaries.
    if ObjectIdentifier(K.self) == KeysDecoder.keysOfDictionaries,
      !state.options.mergesMembers
    {
      return key.stringValue
    }
    switch state.options.keys {
    case .numbered: return key.intValue.map { "\($0)" } ?? key.stringValue
    case .custom(let convert): return convert(state.containerPath + [key]).stringValue
    case .exact, .snakeCase, .styled: return state.known.rule.name(of: key.stringValue)
    }
  }
}
