/// The cursor that a keyed container reads or writes through: a pointer to memory that the session
/// frees.
protocol ContainerCursor {
  /// Frees the memory. No container may use the cursor any more.
  func deallocate()
}

/// The owner of the session and the cursor of a container that has outlived its call.
final class LateContainer {
  private let session: AnyObject
  private let cursor: any ContainerCursor

  init(_ session: AnyObject, _ cursor: any ContainerCursor) {
    self.session = session
    self.cursor = cursor
  }

  deinit { cursor.deallocate() }
}

extension DecodingCall {
  /// Returns a container over the object at `header`.
  @inline(__always)
  func keyedContainer<K: CodingKey>(
    keyedBy type: K.Type, at header: Int
  ) -> KeyedDecodingContainer<K> {
    keyedContainer { $0.enter(header) }
  }

  /// Returns a container over the object at `header`, in which `keys` finds the values.
  func keyedContainer<K: CodingKey>(
    keyedBy type: K.Type, at header: Int, located keys: any LocatedKeys
  ) throws -> KeyedDecodingContainer<K> {
    try keyedContainer { cursor throws in try cursor.enter(header, keys) }
  }

  @inline(__always)
  private func keyedContainer<K: CodingKey, E: Error>(
    _ enter: (KeyedCursor) throws(E) -> Void
  ) throws(E) -> KeyedDecodingContainer<K> {
    let slot = state.known.boxes.slot(of: ObjectIdentifier(K.self))
    if let idle = state.known.boxes.idle(slot) {
      let container: KeyedDecodingContainer<K> = idle.container()
      try enter(idle.cursor)
      return container
    }
    let cursor = KeyedCursor(self, keyedBy: K.self)
    do throws(E) {
      try enter(cursor)
    } catch {
      cursor.deallocate()
      throw error
    }
    return newContainer(cursor, slot)
  }

  @inline(never)
  private func newContainer<K: CodingKey>(
    _ cursor: KeyedCursor, _ slot: Int
  ) -> KeyedDecodingContainer<K> {
    state.known.boxes.container(with: cursor, for: K.self, in: slot, of: session) {
      KeyedDecodingContainer(TapeKeyedDecodingContainer<K>(cursor: cursor, owner: $0))
    }
  }
}

extension EncodingCall {
  /// Returns a container over the object at `header`.
  @inline(__always)
  func keyedContainer<K: CodingKey>(at header: Int) -> KeyedEncodingContainer<K> {
    let slot = state.known.boxes.slot(of: ObjectIdentifier(K.self))
    if let idle = state.known.boxes.idle(slot) {
      let container: KeyedEncodingContainer<K> = idle.container()
      idle.cursor.enter(header)
      return container
    }
    return newContainer(at: header, slot)
  }

  @inline(never)
  private func newContainer<K: CodingKey>(
    at header: Int, _ slot: Int
  ) -> KeyedEncodingContainer<K> {
    let cursor = KeyedEncodingCursor(self, keyedBy: K.self)
    cursor.enter(header)
    return state.known.boxes.container(with: cursor, for: K.self, in: slot, of: session) {
      KeyedEncodingContainer(TapeKeyedEncodingContainer<K>(cursor: cursor, owner: $0))
    }
  }
}
