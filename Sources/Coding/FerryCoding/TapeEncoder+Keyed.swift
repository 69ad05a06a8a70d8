internal import FerryBase

/// An object of a tape, written by key.
///
/// During its call, the container holds no counted reference and `owner` is `nil`, see
/// ``ContainerBoxes``.
struct TapeKeyedEncodingContainer<Key: CodingKey>: NilWritingContainer {
  let cursor: KeyedEncodingCursor
  /// The owner of the cursor and its session, if the container has outlived its call.
  let owner: LateContainer?

  var codingPath: [any CodingKey] { cursor.call.state.path(to: cursor.header) }
  var writesNil: Bool { cursor.call.state.writesNil }

  mutating func encodeNil(forKey key: Key) throws {
    try append(key) { call throws in try call.appendNull() }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if cursor.call.omits(value) { return }
    try append(key) { call throws in try call.encode(value) }
  }

  @inline(__always)
  mutating func encode<T: TapeScalar>(_ value: T, forKey key: Key) throws {
    try append(key) { call throws in try value.append(to: call) }
  }

  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try append(key) { call throws in try call.append(value) }
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try append(key) { call throws in try call.append(value) }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) -> KeyedEncodingContainer<N> {
    cursor.call.keyedContainer(at: nested(.map, key))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(cursor.call, header: nested(.list, key))
  }

  mutating func superEncoder() -> any Encoder {
    placeholder { try cursor.append(unnumbered: TapeKey.super) }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    placeholder { try cursor.append(key) }
  }

  // MARK: Writing

  /// Appends the key, and a value with `write`. If that fails, appends neither.
  @inline(__always)
  func append(_ key: Key, _ write: (EncodingCall) throws -> Void) throws {
    let call = cursor.call
    try call.state.enter(cursor.header)
    let mark = call.state.mark
    do {
      try cursor.append(key)
      try write(call)
    } catch {
      cursor.forgetOrder()
      call.state.rollBack(to: mark, after: error)
      throw error
    }
  }

  /// Opens a container as the value of `key`, or continues the container that the key has already.
  /// - Returns: the header of the container.
  private func nested(_ kind: NodeKind, _ key: Key) -> Int {
    let call = cursor.call
    do {
      try call.state.enter(cursor.header)
      let before = cursor.isNew(key) ? nil : try cursor.value(for: key)
      if let before, [kind, .placeholder].contains(call.state.tape.node(at: before).kind) {
        return try call.state.container(kind, at: before)
      }
      try cursor.append(key)
      if let before { return try call.state.reopen(before, as: kind) }
      return try call.state.container(kind, at: call.state.tape.count)
    } catch {
      call.fail(error)
      return 0
    }
  }

  /// Appends a key, and a placeholder for a value that is written later.
  private func placeholder(_ appendKey: () throws -> Void) -> any Encoder {
    let call = cursor.call
    do {
      try call.state.enter(cursor.header)
      try appendKey()
    } catch {
      call.fail(error)
    }
    return call.placeholder()
  }
}

/// A value that stands for a missing key, such as a property wrapper with a default.
package protocol Defaulted {
  /// Whether decoding a missing key gives this value.
  var isDefault: Bool { get }
}

extension EncodingCall {
  /// Returns whether the member with this value is left out.
  @inline(__always)
  func omits<T>(_ value: T) -> Bool {
    state.omitsDefaults && ((value as? any Defaulted)?.isDefault ?? false)
  }

  /// Stores a failure until a function can throw it.
  func fail(_ error: any Error) {
    state.failure =
      error as? WireFailure ?? WireFailure(.notRepresentable, node: state.tape.count)
  }

  /// Returns an encoder for a value that may be written later.
  func placeholder() -> TapeEncoder {
    let start = state.tape.count
    do {
      try state.appendPlaceholder()
    } catch {
      fail(error)
    }
    return TapeEncoder(self, at: start)
  }
}
