internal import FerryBase

/// An object of a tape, read by key.
///
/// During its call, the container holds no counted reference and `owner` is `nil`, see
/// ``ContainerBoxes``.
struct TapeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: KeyedCursor
  /// The owner of the cursor and its session, if the container has outlived its call.
  let owner: LateContainer?

  var codingPath: [any CodingKey] { cursor.call.codingPath(to: cursor.header) }

  var allKeys: [Key] {
    let view = cursor.call.state.view
    cursor.call.state.askedKeys.askAll(of: cursor.header)
    cursor.call.state.options.observer?.note(allKeysOf: cursor.header)
    if let located = cursor.located {
      return located.names(TapeDecoder(cursor.call, at: cursor.header)).compactMap {
        Key(stringValue: $0)
      }
    }
    if let names = cursor.customNames { return names.compactMap { Key(stringValue: $0) } }
    let count = view.elementCount(cursor.header)
    let isExact = cursor.call.state.options.keys.isExact
    guard isExact, count < 2 || view.duplicateKey(ofMap: cursor.header) == nil else {
      return distinctKeys
    }
    var keys: [Key] = []
    keys.reserve(count)
    for index in view.keys(ofMap: cursor.header) {
      if let key = Key(stringValue: cursor.name(at: index)) { keys.append(key) }
    }
    return keys
  }

  /// The keys of an object whose names may repeat: different names in a document may have equal
  /// converted names.
  @inline(never)
  private var distinctKeys: [Key] {
    let options = cursor.call.state.options
    var keys: [Key] = []
    var seen = KeyNames<Void>(canonically: options.rules.followsFoundation)
    let hasStyle = if case .styled = options.keys { true } else { false }
    for index in cursor.call.state.view.keys(ofMap: cursor.header) {
      let name = cursor.name(at: index)
      guard seen.insert(name), let key = key(named: name) else { continue }
      // Under a style, the object may have the key's own name as well.
      if hasStyle, key.stringValue != name, !seen.insert(key.stringValue) { continue }
      keys.append(key)
    }
    return keys
  }

  /// Returns the key with a name of the document, which may be the key's number.
  private func key(named name: String) -> Key? {
    if cursor.hasData { return Key(stringValue: name) }
    switch cursor.call.state.options.keys {
    case .numbered:
      if let key = Int(name).flatMap({ Key(intValue: $0) }) { return key }
    case .styled(let style):
      if let key = key(named: name, in: style) { return key }
    case .exact, .snakeCase, .custom: break
    }
    return Key(stringValue: name)
  }

  /// Returns the case whose name in a style is `name`.
  private func key(named name: String, in style: KeyStyle) -> Key? {
    let keys = EnumCases.keys(of: Key.self)
    // If the cases are unknown, the usual name of a case is a guess. Keys of other types are data.
    let guess = keys.isEmpty ? Key(stringValue: KeyStyle.camelCase.name(of: name)) : nil
    let isCase = guess.map { Mirror(reflecting: $0).displayStyle == .enum } ?? false
    return (isCase ? [guess].compactMap(\.self) : keys).first {
      style.name(of: $0.stringValue) == name
    }
  }

  func contains(_ key: Key) -> Bool { cursor.find(key, moves: false) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let index = cursor.find(key, moves: false) else { throw missing(key) }
    return cursor.call.state.view.isNull(at: index)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try cursor.call.value(type, at: follow(key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let index = cursor.find(key, moves: true) else { return nil }
    if cursor.call.state.view.isNull(at: index) {
      return cursor.call.presentNull(type, at: index)
    }
    note(key, to: index)
    return try cursor.call.value(type, at: index)
  }

  func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<N> {
    try TapeDecoder(cursor.call, at: follow(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TapeDecoder(cursor.call, at: follow(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let index = cursor.first(named: TapeKey.super.stringValue) else {
      return try cursor.call.absentValue(TapeKey.super, in: cursor.header)
    }
    cursor.note(TapeKey.super, to: index)
    return TapeDecoder(cursor.call, at: index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard let index = cursor.find(key, moves: true) else {
      return try cursor.call.absentValue(key, in: cursor.header)
    }
    note(key, to: index)
    return TapeDecoder(cursor.call, at: index)
  }

  // MARK: Looking keys up

  /// Returns the index of the value for `key`.
  @inline(__always)
  private func require(_ key: Key) throws -> Int {
    guard let index = cursor.find(key, moves: true) else { throw missing(key) }
    return index
  }

  /// Returns the index of the value for `key` and notes the key, because a nested decoder may ask
  /// for its path.
  @inline(__always)
  private func follow(_ key: Key) throws -> Int {
    let index = try require(key)
    note(key, to: index)
    return index
  }

  /// Notes that `key` leads to the value at `index`. The keys of a mapping have other names in the
  /// document and are not noted.
  @inline(__always)
  private func note(_ key: Key, to index: Int) {
    guard cursor.located == nil else { return }
    if unsafe cursor.names != nil {
      cursor.call.state.modelKeys.note(numbered: key, to: index)
    } else {
      cursor.note(key, to: index)
    }
  }

  /// Decodes the scalar for `key`. Scalars do not ask for their path, so the key is not noted. Only
  /// an error gets the key.
  @inline(__always)
  func read<T: TapeScalar>(_ key: Key) throws -> T { try scalar(at: require(key), key) }

  /// Decodes the scalar for `key`; `nil` if the key is missing or its value is null.
  @inline(__always)
  func present<T: TapeScalar>(_ key: Key) throws -> T? {
    guard let index = cursor.find(key, moves: true),
      !cursor.call.state.view.isNull(at: index)
    else { return nil }
    return try scalar(at: index, key)
  }

  @inline(__always)
  private func scalar<T: TapeScalar>(at index: Int, _ key: Key) throws -> T {
    do {
      return try T.read(cursor.call, at: index)
    } catch {
      throw named(error, key)
    }
  }

  /// Returns the error of a scalar for `key`, with the model's key at the end of its path.
  @inline(never)
  private func named(_ error: any Error, _ key: Key) -> any Error {
    guard let error = error as? DecodingError, cursor.located == nil else { return error }
    let context = error.context
    return error.with(context.at(context.codingPath.dropLast() + [key]))
  }

  @inline(never)
  private func missing(_ key: Key) -> any Error {
    if let located = cursor.located {
      return located.missing(key, TapeDecoder(cursor.call, at: cursor.header))
    }
    return cursor.call.missing(key, in: cursor.header)
  }
}

// `decodeIfPresent` has a default for each scalar type, which looks up the key three times. Swift
// prefers this default to a generic method, so each type needs its own method.
extension TapeKeyedDecodingContainer {
  @inline(__always)
  func decode<T: TapeScalar>(_ type: T.Type, forKey key: Key) throws -> T { try read(key) }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try read(key) }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(key) }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try present(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try present(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try present(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try present(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try present(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try present(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try present(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try present(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try present(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try present(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try present(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key) }
}
