import FerryTape

/// A list of a tape, written in order.
struct TapeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let session: EncodingSession
  private let header: UInt32
  private var written: UInt32 = 0

  init(_ session: EncodingSession, header: Int) {
    self.session = session
    // A tape has fewer than 2^32 words.
    self.header = UInt32(truncatingIfNeeded: header)
  }

  var codingPath: [any CodingKey] { session.state.pointee.path(to: Int(header)) }
  var count: Int { Int(written) }

  mutating func encodeNil() throws {
    try append { session throws in try session.appendNull() }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try append { session throws in try session.encode(value) }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type
  ) -> KeyedEncodingContainer<N> {
    session.keyedContainer(at: nested(.map))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(session, header: nested(.list))
  }

  mutating func superEncoder() -> any Encoder {
    do {
      try session.state.pointee.enter(Int(header))
      session.state.pointee.open.count += 1
      written += 1
    } catch {
      session.fail(error)
    }
    return session.placeholder()
  }

  /// Appends what `write` appends as one element; nothing if that fails.
  @inline(__always)
  mutating func append(_ write: (EncodingSession) throws -> Void) throws {
    try session.state.pointee.enter(Int(header))
    let mark = session.state.pointee.mark
    do {
      session.state.pointee.open.count &+= 1
      try write(session)
      written &+= 1
    } catch {
      session.state.pointee.rollBack(to: mark)
      throw error
    }
  }

  private mutating func nested(_ kind: NodeKind) -> Int {
    do {
      try session.state.pointee.enter(Int(header))
      session.state.pointee.open.count += 1
      written += 1
      return try session.state.pointee.container(kind, at: session.state.pointee.tape.count)
    } catch {
      session.fail(error)
      return 0
    }
  }
}
