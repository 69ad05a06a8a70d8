import FerryTape

/// A map of a tape, read by key.
///
/// Nothing in it is counted while its call lasts: `owner` is `nil` then, see ``ContainerBoxes``.
struct TapeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: KeyedCursor
  /// Keeps the cursor and its session once the container has outlived its call.
  let owner: LateContainer?

  var codingPath: [any CodingKey] { cursor.call.codingPath(to: cursor.header) }

  var allKeys: [Key] {
    let view = unsafe cursor.call.state.pointee.view
    if let located = cursor.located {
      return located.names(TapeDecoder(cursor.call, at: cursor.header)).compactMap {
        Key(stringValue: $0)
      }
    }
    unsafe cursor.call.state.pointee.askedKeys.askAll(of: cursor.header)
    let count = view.elementCount(cursor.header)
    // One key, as of an enum's case, needs no array that grows.
    if count == 1 {
      let name = cursor.call.convertedName(cursor.header + 1, in: cursor.header)
      return Key(stringValue: name).map { [$0] } ?? []
    }
    var keys: [Key] = []
    keys.reserveCapacity(count)
    // Converted names may be equal where those of the document differ.
    let mayRepeat = cursor.converts || view.duplicateKey(ofMap: cursor.header) != nil
    var seen: Set<String> = []
    var index = cursor.header + 1
    while index < view[cursor.header].payload {
      let name = cursor.call.convertedName(index, in: cursor.header)
      let isNew = !mayRepeat || seen.insert(name).inserted
      if isNew, let key = Key(stringValue: name) { keys.append(key) }
      index = view.next(index + 1)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key, moves: false) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let index = find(key, moves: false) else { throw missing(key) }
    return unsafe cursor.call.state.pointee.view.isNull(at: index)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try cursor.call.value(type, at: require(key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let index = find(key, moves: true) else { return nil }
    if unsafe cursor.call.state.pointee.view.isNull(at: index) {
      return cursor.call.presentNull(type, at: index)
    }
    return try cursor.call.value(type, at: index)
  }

  func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<N> {
    try TapeDecoder(cursor.call, at: require(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(cursor.call, at: require(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let name = TapeKey.super.stringValue
    let index =
      cursor.converts
      ? cursor.findConverted(name, number: -1, moves: false)
      // It may have been read as one of the type's own keys, which are passed by their numbers.
      : cursor.find(unnumbered: name, moves: true) ?? cursor.converted(name)
    guard let index else {
      return try cursor.call.absentValue(TapeKey.super, in: cursor.header)
    }
    return TapeDecoder(cursor.call, at: index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let index = find(key, moves: true) else {
      return try cursor.call.absentValue(key, in: cursor.header)
    }
    return TapeDecoder(cursor.call, at: index)
  }

  // MARK: Looking keys up

  /// The index of the value for `key`.
  @inline(__always)
  func require(_ key: Key) throws -> Int {
    guard let index = find(key, moves: true) else { throw missing(key) }
    return index
  }

  @inline(never)
  private func missing(_ key: Key) -> any Error {
    if let located = cursor.located {
      return located.missing(key, TapeDecoder(cursor.call, at: cursor.header))
    }
    return cursor.call.missing(key, in: cursor.header)
  }

  /// The index of the value for `key`, unless there is none or it is null.
  @inline(__always)
  func present(_ key: Key) -> Int? {
    guard let index = find(key, moves: true),
      unsafe !cursor.call.state.pointee.view.isNull(at: index)
    else { return nil }
    return index
  }

  @inline(__always)
  private func find(_ key: Key, moves: Bool) -> Int? {
    if cursor.converts { return findConverted(key, moves: moves) }
    guard let names = unsafe cursor.names else {
      return cursor.find(unnumbered: key.stringValue, moves: moves)
    }
    let number = KeyTable.index(of: key)
    var name = unsafe names[number]
    if unsafe name.bytes == nil { name = cursor.fill(number, with: key.stringValue) }
    return cursor.find(name, number: number, moves: moves)
  }

  @inline(never)
  private func findConverted(_ key: Key, moves: Bool) -> Int? {
    let number = unsafe cursor.names == nil ? -1 : KeyTable.index(of: key)
    if let located = cursor.located {
      return located.node(
        of: number, key.stringValue, TapeDecoder(cursor.call, at: cursor.header))
    }
    if case .styled(let style) = unsafe cursor.call.state.pointee.options.keys {
      return cursor.findConverted(style.name(of: key.stringValue), number: number, moves: moves)
        ?? cursor.findConverted(key.stringValue, number: -1, moves: moves)
    }
    return cursor.findConverted(key.stringValue, number: number, moves: moves)
  }
}
