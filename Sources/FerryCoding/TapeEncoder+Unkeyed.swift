import FerryTape

/// A list of a tape, written in order.
struct TapeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let session: EncodingSession
  private let header: UInt32
  private var written: UInt32 = 0

  init(_ call: EncodingCall, header: Int) {
    session = call.session
    // A tape has fewer than 2^32 words.
    self.header = UInt32(truncatingIfNeeded: header)
  }

  var call: EncodingCall {
    @inline(__always) get { session.call }
  }
  var codingPath: [any CodingKey] { unsafe call.state.pointee.path(to: Int(header)) }
  var count: Int { unsafe call.state.pointee.sharedCount(ofList: Int(header)) ?? Int(written) }

  mutating func encodeNil() throws {
    try append { call throws in try call.appendNull() }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try append { call throws in try call.encode(value) }
  }

  @inline(__always)
  mutating func encode<T: TapeScalar>(_ value: T) throws {
    try append { call throws in try value.append(to: call) }
  }

  mutating func encode(_ value: Int128) throws {
    try append { call throws in try call.append(value) }
  }

  mutating func encode(_ value: UInt128) throws {
    try append { call throws in try call.append(value) }
  }

  mutating func nestedContainer<N: CodingKey>(
    keyedBy type: N.Type
  ) -> KeyedEncodingContainer<N> {
    call.keyedContainer(at: nested(.map))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(call, header: nested(.list))
  }

  mutating func superEncoder() -> any Encoder {
    do {
      try unsafe call.state.pointee.enter(Int(header))
      unsafe call.state.pointee.open.count += 1
      written += 1
    } catch {
      call.fail(error)
    }
    return call.placeholder()
  }

  /// Appends what `write` appends as one element; nothing if that fails.
  @inline(__always)
  mutating func append(_ write: (EncodingCall) throws -> Void) throws {
    try unsafe call.state.pointee.enter(Int(header))
    let mark = unsafe call.state.pointee.mark
    do {
      unsafe call.state.pointee.open.count &+= 1
      try write(call)
      written &+= 1
    } catch {
      unsafe call.state.pointee.rollBack(to: mark, after: error)
      throw error
    }
  }

  private mutating func nested(_ kind: NodeKind) -> Int {
    do {
      try unsafe call.state.pointee.enter(Int(header))
      unsafe call.state.pointee.open.count += 1
      written += 1
      return try unsafe call.state.pointee.container(kind, at: call.state.pointee.tape.count)
    } catch {
      call.fail(error)
      return 0
    }
  }
}
