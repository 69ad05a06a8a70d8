import FerryTape

/// A map of a tape, written by key.
struct TapeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let cursor: KeyedEncodingCursor

  var codingPath: [any CodingKey] { cursor.session.state.pointee.path(to: cursor.header) }

  mutating func encodeNil(forKey key: Key) throws {
    try append(key) { session throws in try session.appendNull() }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try append(key) { session throws in try session.encode(value) }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type, forKey key: Key
  ) -> KeyedEncodingContainer<N> {
    cursor.session.keyedContainer(at: nested(.map, key))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(cursor.session, header: nested(.list, key))
  }

  mutating func superEncoder() -> any Encoder {
    placeholder { try cursor.append(name: TapeKey.super.stringValue) }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    placeholder { try cursor.append(key) }
  }

  // MARK: Writing

  /// Appends the key and what `write` appends; neither if that fails.
  @inline(__always)
  func append(_ key: Key, _ write: (EncodingSession) throws -> Void) throws {
    let session = cursor.session
    try session.state.pointee.enter(cursor.header)
    let mark = session.state.pointee.mark
    do {
      try cursor.append(key)
      try write(session)
    } catch {
      session.state.pointee.rollBack(to: mark)
      throw error
    }
  }

  /// Appends the key and opens a container as its value.
  private func nested(_ kind: NodeKind, _ key: Key) -> Int {
    let session = cursor.session
    do {
      try session.state.pointee.enter(cursor.header)
      let isNew = cursor.isNew(key)
      try cursor.append(key)
      let header = session.state.pointee.tape.count
      if !isNew { session.state.pointee.reopened.insert(header) }
      return try session.state.pointee.container(kind, at: header)
    } catch {
      session.fail(error)
      return 0
    }
  }

  /// Appends a key, and a value that is written later.
  private func placeholder(_ appendKey: () throws -> Void) -> any Encoder {
    let session = cursor.session
    do {
      try session.state.pointee.enter(cursor.header)
      try appendKey()
    } catch {
      session.fail(error)
    }
    return session.placeholder()
  }
}

extension EncodingSession {
  /// Keeps a failure until something can throw it.
  func fail(_ error: any Error) {
    state.pointee.failure =
      error as? Failure ?? Failure(.notRepresentable, node: state.pointee.tape.count)
  }

  /// An encoder for a value that is written later, if ever.
  func placeholder() -> TapeEncoder {
    let start = state.pointee.tape.count
    do {
      try state.pointee.tape.append(Node(.placeholder))
      state.pointee.needsLinearising = true
    } catch {
      fail(error)
    }
    return TapeEncoder(self, at: start)
  }
}
